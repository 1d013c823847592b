import { afterEach, describe, expect, it } from 'vitest';
import { Broken } from '../../inputs/broken.ts';
import { field } from '../../testing/schemas.ts';
import { pageLanguage } from '../../texts/language.ts';
import { showIn } from '../../texts/text.ts';
import { readText, textOfCell } from './cell-text.ts';

const price = field('price', { type: 'DecimalField', null: false, required: true });
const status = field('status', {
  choices: [
    ['new', 'New'],
    ['sent', 'On its way'],
  ],
});
const flag = field('flag', { type: 'BooleanField', null: false });
const day = field('day', { type: 'DateField' });
const time = field('time', { type: 'TimeField' });
const moment = field('moment', { type: 'DateTimeField' });
const cents = field('cents', { type: 'IntegerField', widget: { kind: 'money', currency: 'EUR', minorUnits: 2 } });
const shop = field('shop', { type: 'ForeignKey', related_model: 'shop.Shop' });
const language = (locale: string) => showIn(pageLanguage(null, [locale], ['en', 'de', 'ko', 'ar']));

function read(of: ReturnType<typeof field>, text: string, before: unknown = null): unknown {
  const row = { [of.name]: before };
  const { value } = readText(of, text, { row, base: row });
  return value instanceof Broken ? [value.reason, value.entered] : value;
}

describe('the text of a cell', () => {
  afterEach(() => language('en-US'));

  it('is in the language of the page, and is read as the same value', async () => {
    const values = [
      [price, '1234.50'],
      [status, 'sent'],
      [flag, true],
      [day, '2026-02-01'],
      [time, '08:30:00'],
      [moment, new Date(2026, 1, 1, 14, 5, 9).toISOString()],
      [cents, 12_34],
    ] as const;
    const texts = async (locale: string) => {
      await language(locale);
      return values.map(([one, value]) => textOfCell(one, { [one.name]: value }));
    };
    expect(await texts('en-US')).toEqual(['1234.50', 'On its way', 'Yes', '02/01/2026', '08:30', '02/01/2026 14:05:09', '12.34']);
    expect(await texts('de-DE')).toEqual(['1234,50', 'On its way', 'Ja', '01.02.2026', '08:30', '01.02.2026 14:05:09', '12,34']);
    for (const locale of ['en-GB', 'en-US', 'de-DE', 'ko-KR', 'ar-EG'])
      for (const [index, text] of (await texts(locale)).entries()) {
        const [of, value] = values[index] ?? values[0];
        expect([locale, read(of, text, undefined)]).toEqual([locale, of === cents ? '1234' : of === moment ? value.toString() : value]);
      }
  });

  it('of a row that is pointed to is its label', () => {
    expect(textOfCell(shop, { shop: 4, shop_label: 'Oslo' })).toBe('Oslo');
  });

  it.each([
    ['1 Feb 2026', '2026-02-01'],
    ['01-Feb-26', '2026-02-01'],
    ['February 1, 2026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['1/2/99', '1999-02-01'],
    ['31.2.2026', ['This is no day. Write it such as 31/12/2026.', '31.2.2026']],
    ['soon', ['This is no day. Write it such as 31/12/2026.', 'soon']],
  ])('as a day: %s', async (text, value) => {
    await language('en-GB');
    expect(read(day, text)).toEqual(value);
  });

  it.each([
    [price, '€1,299.00', '1299.00'],
    [price, '', ['Required', '']],
    [price, 'abc', 'abc'],
    [status, 'on ITS way', 'sent'],
    [status, 'new', 'new'],
    [status, '', null],
    [status, 'gone', ['“gone” is none of the choices.', 'gone']],
    [flag, 'WAHR', true],
    [flag, '0', false],
    [time, '2:30 pm', '14:30:00'],
    [time, '12:05 am', '00:05:00'],
    [time, '25:00', ['This is no time. Write it such as 14:30.', '25:00']],
    [field('name', { null: false }), '', ''],
    [field('name', { null: false, required: true }), '', ['Required', '']],
  ] as const)('of %o: %j', (of, text, value) => {
    expect(read(of, text)).toEqual(value);
  });

  it('keeps the stored value where it is entered as it was', () => {
    expect(read(cents, '12.34', 1234)).toBe(1234);
    expect(read(price, '9.90', '9.90')).toBe('9.90');
  });
});
