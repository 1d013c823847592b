import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

describe('a component', () => {
  it('is mounted by a test', () => {
    render(<p>Mounted</p>);
    expect(screen.getByText('Mounted')).toBeTruthy();
  });

  it('is gone in the next test, though no test file says so', () => {
    expect(document.body.innerHTML).toBe('');
  });
});
