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
  ])('of %s, %s is %s', (value, label, tone) => {
    expect(toneOf(value, label)).toBe(tone);
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
