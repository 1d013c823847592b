import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cell } from './export-csv.ts';

/** The cells of a file as a spreadsheet reads them, by its separator: quotes count at the start of a cell only, and what follows them is a part of it. */
function readBy(separator: string, text: string): readonly string[] {
  const cells: string[] = [];
  let [read, isQuoted, isStart] = ['', false, true];
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (isQuoted && character === '"' && text[index + 1] === '"') read += text.charAt(++index);
    else if (isQuoted) {
      if (character === '"') isQuoted = false;
      else read += character;
    } else if (isStart && character === '"') isQuoted = true;
    else if (character === separator || character === '\r' || character === '\n') {
      cells.push(read);
      [read, isStart] = ['', true];
      continue;
    } else read += character;
    isStart = false;
  }
  return [...cells, read];
}

const stripped = /^[\s\p{Cc}\p{Cf}]+/u;
const isFormula = (text: string): boolean =>
  /^[=+\-@＝＋－＠]/.test(text.replace(stripped, '')) && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
const separators = [',', ';', '\t', '|'];

describe('a cell of CSV', () => {
  it('is no formula for any separator that a spreadsheet may take, whatever the texts of a row are', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom(...Array.from(',;|\t\r\n"\'=+-@＝ \u200B0a')), maxLength: 8 }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(texts, fc.constantFrom(...separators), (given, separator) => {
        const file = `${['1', ...given, 'x'].map(cell).join(',')}\r\n2,y\r\n`;
        expect(readBy(separator, file).filter(isFormula)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['a;=1+1', `"a;'=1+1"`],
    ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
    ['a\r\n=1', `"a\r\n'=1"`],
    ['a;"=1', `"a;'""=1"`],
    ['=1;=2', `"'=1;'=2"`],
    ['a,=1', '"a,=1"'],
    ['a; b', '"a; b"'],
    ['a-b', 'a-b'],
    ['-5', '-5'],
  ])('%j is written as %j', (text, written) => {
    expect(cell(text)).toBe(written);
  });

  it('of very long texts takes time in proportion to their length', () => {
    for (const part of ['\n', ';', ' ', '"', ';"'])
      expect(readBy(',', cell(`a${part.repeat(500_000)}`))).toEqual([`a${part.repeat(500_000)}`]);
  });
});
