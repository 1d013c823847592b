import { describe, expect, it } from 'vitest';
import { saysStatus, toneOf } from './tone.tsx';

describe('the tone of a choice', () => {
  it.each([
    ['paid', 'Paid', 'good'],
    ['SHIPPED', 'On its way', 'info'],
    ['payment_due', 'Payment due', 'warning'],
    ['inProgress', 'In progress', 'info'],
    ['x', 'Refunded', 'bad'],
    ['draft', 'Draft', 'neutral'],
    ['EUR', 'Euro', 'neutral'],
    ['not_paid', 'Not paid', 'neutral'],
  ])('of %s, %s is %s', (value, label, tone) => {
    expect(toneOf(value, label)).toBe(tone);
  });

  it('is that of the config, whatever a value is called', () => {
    const tones = { done: 'good', odd: 'violet' } as never;
    expect(['done', 'odd', 'constructor', '__proto__', 'paid'].map((value) => toneOf(value, value, { tones }))).toEqual([
      'good',
      'neutral',
      'neutral',
      'neutral',
      'neutral',
    ]);
  });

  it('is shown where most choices say how something stands', () => {
    expect(
      saysStatus({
        choices: [
          ['draft', 'Draft'],
          ['paid', 'Paid'],
          ['x', 'Something'],
        ],
      }),
    ).toBe(true);
    expect(
      saysStatus({
        choices: [
          ['EUR', 'Euro'],
          ['GBP', 'Pound sterling'],
          ['open', 'Open'],
        ],
      }),
    ).toBe(false);
    expect(saysStatus({})).toBe(false);
  });
});
