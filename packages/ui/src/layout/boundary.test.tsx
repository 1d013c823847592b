import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Boundary } from './boundary.tsx';

function Part({ name }: { readonly name: string }): ReactNode {
  if (name.startsWith('bad')) throw new Error(name);
  return name;
}

describe('a boundary', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('draws something else instead of what throws, until it is reset, and draws all else as it is', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const at = (place: string, name: string): ReactNode => (
      <Boundary resetBy={place} instead={(error) => `Instead: ${String(error)}`}>
        <Part name={name} />
      </Boundary>
    );
    const { container, rerender } = render(at('one', 'good'));
    const shown = (place: string, name: string): string => {
      rerender(at(place, name));
      return container.textContent;
    };
    expect(container.textContent).toBe('good');
    expect(shown('one', 'bad')).toBe('Instead: Error: bad');
    expect(shown('one', 'good')).toBe('Instead: Error: bad');
    expect(shown('two', 'good')).toBe('good');
    expect(shown('two', 'bad again')).toBe('Instead: Error: bad again');
    expect(shown('three', 'bad too')).toBe('Instead: Error: bad too');
  });
});
