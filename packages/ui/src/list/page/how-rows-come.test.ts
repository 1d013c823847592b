import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../../testing/schemas.ts';
import { howRowsCome, parentsOf, pointedModels } from './how-rows-come.ts';

const none = { view: true, add: false, change: false, delete: false };
const order = schemaOf('shop.Order', [], { inlines: [{ model: 'shop.Line', fk_field: 'order', verbose_name: 'line' }] });
const product = schemaOf('shop.Product', []);
const line = schemaOf('shop.Line', [
  field('order', { type: 'ForeignKey', related_model: 'shop.Order' }),
  field('first', { type: 'ForeignKey', related_model: 'shop.Product' }),
  field('second', { type: 'ForeignKey', related_model: 'shop.Product' }),
]);

describe('how rows come to be', () => {
  it.each([
    ['the text of the config', { empty_text: 'The bank reports them.', is_readonly: true }, {}, 'The bank reports them.'],
    ['an inline', {}, { parents: [order] }, 'They are added on the pages of orders.'],
    ['a read-only model', { is_readonly: true, permissions: none }, {}, 'They are made by the application, and can only be read here.'],
    ['a model to add to', {}, {}, 'The first one that is added is shown here.'],
    ['one that nobody adds to', { permissions: none }, { isSuperuser: true }, 'They are made by the application: none can be added here.'],
    ['one that others add to', { permissions: none }, {}, 'You do not have permission to add coupons. Ask an administrator for it.'],
  ])('is said of %s', (_name, more, known, text) => {
    expect(howRowsCome(schemaOf('shop.Coupon', [], more), { parents: [], isSuperuser: false, ...known })).toBe(text);
  });

  it('is asked of the models that a row points to, each once', () => {
    expect(pointedModels(line)).toEqual(['shop.Order', 'shop.Product']);
    expect(parentsOf(line, [order, product])).toEqual([order]);
    const tree = schemaOf('shop.Category', [], { inlines: [{ model: 'shop.Category', fk_field: 'parent', verbose_name: 'category' }] });
    expect(parentsOf(tree, [tree])).toEqual([]);
  });
});
