import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRawNumber, parseExact } from './raw-number.ts';

/** The number that a text of JSON denotes, times 10 to the power of 40. */
function scaled(text: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  return BigInt(`${whole}${fraction}`) * 10n ** BigInt(40 - fraction.length + Number(exponent));
}

/** Whether JSON writes a number of JavaScript as the number of the text, perhaps in another form. */
function isSame(number: number, text: string): boolean {
  return scaled(JSON.stringify(number)) === scaled(text);
}

describe('parseExact', () => {
  const numbers = ['12345678901234567890', '-0.12345678901234567891', '1e400', '-1.50E+309', '10000000000000000.01'];

  it.each(numbers)('keeps %s wherever it stands', (number) => {
    for (const text of [number, `[${number}]`, `[1,${number}]`, `{"a":${number}}`, `{"a":\t\n ${number},"b":"3e"}`, `\r [ ${number} ]`])
      expect(JSON.stringify(parseExact(text))).toBe(text.replaceAll(/\s/g, ''));
  });

  it.each([
    '{1e400: 1}',
    '[01e400]',
    '[1e400 "a"]',
    '["a" 1e400]',
    '[1.e400]',
    '[--1e400]',
    '[1e400, 1-2e5]',
    '1e400true',
    '{"a" 1e400}',
    '["1e400]',
  ])('throws for %s, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });

  it('leaves numbers within texts, and names, as they are', () => {
    for (const text of [
      '"[12345678901234567890"',
      '{"[1e400":"\\\\","__proto__":1e400}',
      '["\\",\\"12345678901234567890",1e400,{"1e400":[]}]',
    ])
      expect(JSON.stringify(parseExact(text))).toBe(text);
    // No number is rounded to another one with the same digits, however small it is.
    for (const number of ['1.2345678e-320', '1e-400', '4.9406564584124654e-324'])
      expect(JSON.stringify(parseExact(`[${number}]`))).toBe(`[${number}]`);
    expect(parseExact('[0e5,0.0e-400,1e5,100000000000000000000]')).toEqual([0, 0, 1e5, 1e20]);
  });

  it('reads what JSON.parse reads, in any spacing, and rounds no number', () => {
    const number = fc.tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 10n ** 20n, max: 10n ** 30n }),
      fc.constantFrom('', '.5', '.000000000000000001'),
    );
    const token = number.map(([sign, whole, rest]) => `${sign}${whole}${rest}`);
    const value = fc.oneof(
      token,
      fc.jsonValue({ maxDepth: 1 }).map((one) => JSON.stringify(one)),
      fc.uuid().map((id) => `"${id}"`),
    );
    const space = fc.constantFrom('', ' ', '\n\t', '\r ');
    fc.assert(
      fc.property(fc.array(fc.tuple(space, value, space), { minLength: 1 }), (parts) => {
        const texts = parts.map(([before, text, after]) => `${before}${text}${after}`);
        const read = parseExact(`[${texts.join()}]`) as readonly unknown[];
        expect(read).toHaveLength(parts.length);
        for (const [index, [, text]] of parts.entries()) {
          const parsed = read[index];
          if (!/^-?\d{20}/.test(text)) expect(parsed).toEqual(JSON.parse(text));
          else expect(isRawNumber(parsed) ? parsed.rawJSON === text : isSame(Number(parsed), text)).toBe(true);
        }
      }),
      { examples: [[[['', '10000000000000002000', '']]], [[['', '1953125099804687500000000000', '']]]] },
    );
  });
});
