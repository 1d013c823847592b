/** Type tests of row rules, run by `npm run types`; a line marked as an error must be one. */
import { all, and, model, not, or, type RowRule, type RowType, where } from '../index.ts';
import { links, orders, tags } from '../test-models/typed-tables.ts';

// The rule for rows: in one expression, in branches, with rules made apart.
const isPlain: RowRule = where('anything', '=', 'x');
model(orders, 'shop.Order', {
  rows: ({ actor }) =>
    actor.isSuperuser
      ? all
      : or(where('customer.country', 'in', ['NO', 'SE']), and(where('status', '=', 'new'), not(where('note', '=', null))), isPlain),
});
model(orders, 'shop.Order', {
  rows({ actor }) {
    if (actor.groups.includes('a')) return where('total', '>', 100);
    if (actor.groups.includes('b')) return where('placed', '>', new Date());
    if (actor.groups.includes('c')) return where('customer', '=', Number(actor.id));
    if (actor.groups.includes('d')) return where('isGift', '=', true);
    if (actor.groups.includes('e')) return where('barcode', '=', 5n);
    return where('status', 'in', ['new', 'paid']);
  },
});
// @ts-expect-error no value of the enum
model(orders, 'shop.Order', { rows: () => where('status', '=', 'lost') });
// @ts-expect-error one of them is no value of the enum
model(orders, 'shop.Order', { rows: () => where('status', 'in', ['new', 'lost']) });
// @ts-expect-error no such field
model(orders, 'shop.Order', { rows: ({ actor }) => (actor.isSuperuser ? all : not(where('statsu', '=', 'new'))) });
// @ts-expect-error no such field at the start of the path
model(orders, 'shop.Order', { rows: () => and(all, where('custommer.country', '=', 'NO')) });
// The keys of users are texts: `actor.id`, `actor.link`.
model(orders, 'shop.Order', { rows: ({ actor }) => where('customer', '=', actor.link) });
// @ts-expect-error a number
model(orders, 'shop.Order', { rows: () => where('customer', '=', true) });
// @ts-expect-error true or false
model(orders, 'shop.Order', { rows: () => where('isGift', '=', 'yes') });
// @ts-expect-error a missing value has no order
model(orders, 'shop.Order', { rows: () => where('note', '<', null) });

// The rule of another model.
const ofTags: RowRule<RowType<typeof tags>> = where('word', '=', 'x');
model(tags, 'shop.Tag', { rows: () => and(ofTags, where('at', '<', new Date())) });
// @ts-expect-error its fields are not those of an order
model(orders, 'shop.Order', { rows: () => ofTags });
// @ts-expect-error a text
model(tags, 'shop.Tag', { rows: () => where('word', '=', true) });

// Many-to-many fields; and choices that the config names.
model(orders, 'shop.Order', {
  manyToMany: { tags: { through: links } },
  fields: { note: { choices: ['a', 'b'] } },
  rows: ({ actor }) => (actor.isSuperuser ? where('tags', 'in', [1, '2']) : where('note', '=', 'a')),
});
model(orders, 'shop.Order', {
  fields: { note: { choices: ['a', 'b'] } },
  // @ts-expect-error none of the choices
  rows: ({ actor }) => (actor.isSuperuser ? all : where('note', '=', 'c')),
});

// A table by its name has loose rows.
model('orders', 'shop.Order', { rows: () => where('anything.at.all', '=', 'x') });
// @ts-expect-error a list is compared with "in"
model('orders', 'shop.Order', { rows: () => where('anything', '=', ['x']) });
