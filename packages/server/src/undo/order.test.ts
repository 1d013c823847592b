import { describe, expect, it } from 'vitest';
import { parentsFirst } from './order.ts';

describe('the order of tables', () => {
  it('has each behind those that it references', () => {
    const edges = [
      { from: 'line', to: 'order' },
      { from: 'order', to: 'customer' },
      { from: 'customer', to: 'customer' },
      { from: 'order', to: 'elsewhere' },
    ];
    expect(parentsFirst(['line', 'order', 'customer'], edges)).toEqual(['customer', 'order', 'line']);
  });

  it('has each once where references make a circle', () => {
    const edges = [
      { from: 'team', to: 'member' },
      { from: 'member', to: 'team' },
    ];
    expect(parentsFirst(['team', 'member'], edges)).toEqual(['member', 'team']);
  });
});
