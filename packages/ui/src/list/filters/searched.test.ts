import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../../testing/schemas.ts';
import { searchedFor, searchedIn, searchedModels } from './searched.ts';

describe('what a list is searched for', () => {
  it.each([
    ['François Lef', '“François Lef”'],
    ['  paris   "François Lef" x', '“paris x” and “François Lef” as one phrase'],
    ['"two words" "three more words"', '“two words” as one phrase and “three more words” as one phrase'],
    // One word in quotes is a word.
    ['"paris"', '“paris”'],
    ['open "quote', '“open quote”'],
    ['" "', ''],
  ])('is said of %s', (text, said) => expect(searchedFor(text)).toBe(said));

  it('is looked for in fields, also of other models', () => {
    const customer = schemaOf('shop.Customer', [field('firstName', { verbose_name: 'first name' })]);
    const order = schemaOf(
      'shop.Order',
      [
        field('number'),
        field('customer', { type: 'ForeignKey', related_model: 'shop.Customer' }),
        field('bill_to', { related_model: 'shop.Secret' }),
      ],
      { search_fields: ['number', 'customer__firstName', 'bill_to__tax_code'] },
    );
    expect(searchedModels(order)).toEqual(['shop.Customer', 'shop.Secret']);
    expect(searchedIn(order, new Map([['shop.Customer', customer]]))).toEqual(['number', 'customer first name', 'bill_to tax code']);
  });
});
