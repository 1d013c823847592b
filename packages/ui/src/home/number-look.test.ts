import { describe, expect, it } from 'vitest';
import { axisNumber, cappedText, changeOf, fullText, shortText } from './number-look.ts';

describe('a number of the home page', () => {
  it('is short where it is large, and has its unit', () => {
    expect([shortText(240), shortText(99_734), shortText(1_234_567), shortText('56789012.5')]).toEqual(['240', '99,734', '1.23M', '56.8M']);
    expect([shortText('99734.50', 'EUR'), shortText('12.5', 'EUR'), shortText(3_400_000, 'EUR')]).toEqual(['€99,735', '€12.50', '€3.4M']);
    expect([shortText(12, '%'), shortText(3, 'pages'), shortText(null), shortText('NaN')]).toEqual(['12\u00A0%', '3 pages', '—', 'NaN']);
    expect([fullText('12345678901234567890.10'), fullText('1234.50', 'EUR')]).toEqual(['12,345,678,901,234,567,890.10', '€1,234.50']);
  });

  it('is short on an axis', () => {
    expect([axisNumber(0, 'EUR'), axisNumber(2500, 'EUR'), axisNumber(0.25), axisNumber(25_000), axisNumber(10, '%')]).toEqual([
      '€0',
      '€2,500',
      '0.25',
      '25K',
      '10\u00A0%',
    ]);
  });

  it('says that counting stopped at it', () => {
    expect([cappedText(10_000), cappedText('1000')]).toEqual(['10,000+', '1,000+']);
    expect(shortText(5219)).toBe('5,219');
  });

  it('has changed, with a sign', () => {
    expect(changeOf(6, 25)).toEqual({ direction: 'up', text: '+24%' });
    expect(changeOf('-25.75', '5.00', 'EUR')).toEqual({ direction: 'down', text: '−€25.75' });
    expect(changeOf(-4, 12)).toEqual({ direction: 'down', text: '−4' });
    expect(changeOf(0, 12)).toEqual({ direction: 'same', text: '±0' });
    expect([changeOf(null, 1), changeOf(undefined, undefined), changeOf('x', 1)]).toEqual([null, null, null]);
  });
});
