/** Type tests of `validate` and hooks, run by `npm run types`; a line marked as an error must be one. */
import { model } from '../index.ts';
import { links, orders, tags } from '../test-models/typed-tables.ts';

// validate: the fields have the types of the API; those with a default may be without a value in a new row.
model(orders, 'shop.Order', {
  validate(row, { before }) {
    const total: string = row.total;
    const isGift: boolean = row.isGift;
    const created: string | null = row.createdAt;
    if (before?.status === 'paid' && row.status === 'new') return { status: `${total} ${String(isGift)} ${created}` };
    return undefined;
  },
});
model(orders, 'shop.Order', {
  validate(row) {
    // @ts-expect-error no value of the enum
    if (row.status === 'lost') return { status: 'x' };
    // @ts-expect-error a new row has no key before its save
    const id: number = row.id;
    // @ts-expect-error a decimal is a text
    const total: number = row.total;
    return { status: `${id} ${total}` };
  },
});

// Hooks.
model(orders, 'shop.Order', {
  hooks: {
    beforeSave({ row, before, changed }) {
      if (before) {
        const status: 'new' | 'paid' | 'sent' = row.status;
        return { note: status, placed: new Date().toISOString() };
      }
      return changed.has('status') && row.status === null ? { status: 'new' } : { total: '1.00', paidAt: null };
    },
    afterSave({ row, before }) {
      const created: string = row.createdAt;
      const was: string | undefined = before?.total;
      console.log(created, was);
    },
    beforeDelete({ row }) {
      if (row.status === 'paid') throw new Error(row.total);
    },
  },
});
model(orders, 'shop.Order', {
  hooks: {
    beforeSave({ row, changed }) {
      // @ts-expect-error a new row may lack it
      const status: string = row.status;
      // @ts-expect-error no such field
      return changed.has('statsu') ? { note: status } : {};
    },
    // @ts-expect-error no such field
    afterSave: ({ row }) => console.log(row.statsu),
    // @ts-expect-error no value of the enum
    beforeDelete: ({ row }) => void (row.status === 'lost'),
  },
});
// @ts-expect-error no value of the enum
model(orders, 'shop.Order', { hooks: { beforeSave: () => ({ status: 'lost' }) } });
// @ts-expect-error a decimal is a text
model(orders, 'shop.Order', { hooks: { beforeSave: () => ({ total: 5 }) } });

// Tables of SQLite.
model(tags, 'shop.Tag', {
  validate: (row) => (row.word === '' ? { word: 'It is empty.' } : undefined),
  hooks: { beforeSave: () => ({ at: '2026-01-01T00:00:00Z' }) },
});
model(tags, 'shop.Tag', {
  // @ts-expect-error a text
  validate: (row) => (row.word === 5 ? {} : undefined),
  // @ts-expect-error a time is a text
  hooks: { beforeSave: () => ({ at: new Date() }) },
});

// Many-to-many fields are in rows.
model(orders, 'shop.Order', {
  manyToMany: { tags: { through: links } },
  validate: (row) => (row.tags.length === 0 ? { tags: 'None.' } : undefined),
  hooks: {
    beforeSave: ({ row }) => ({ note: String(row.tags.length) }),
    afterSave: ({ row, changed }) => console.log(row.tags.join(), changed.has('tags')),
  },
});
// @ts-expect-error no such many-to-many field
model(orders, 'shop.Order', { manyToMany: { tags: { through: links } }, validate: (row) => ({ note: String(row.tagz) }) });
// @ts-expect-error many-to-many fields are not written by a hook
model(orders, 'shop.Order', { manyToMany: { tags: { through: links } }, hooks: { beforeSave: () => ({ tags: [1] }) } });

// The text of a label gets the fields that the reader may see.
model(orders, 'shop.Order', { label: (row) => row.note ?? row.total ?? '' });
// @ts-expect-error the reader may not see it
model(orders, 'shop.Order', { label: (row) => row.total });

// The config may say more of a field than its table.
model(orders, 'shop.Order', {
  fields: { note: { choices: ['a', { value: 'b', label: 'B' }] }, customer: { type: 'BooleanField' } },
  validate(row) {
    const note: 'a' | 'b' | null = row.note;
    const customer: boolean | null = row.customer;
    return { note: `${note} ${String(customer)}` };
  },
});
model(orders, 'shop.Order', {
  fields: { note: { choices: ['a', 'b'] }, customer: { type: 'BooleanField' } },
  // @ts-expect-error none of the choices
  validate: (row) => (row.note === 'c' ? {} : undefined),
  // @ts-expect-error true or false
  hooks: { afterSave: ({ row }) => console.log(row.customer === 5) },
});
// @ts-expect-error no such option of a field
model(orders, 'shop.Order', { fields: { note: { label: 'Note', lable: 'Note' } } });
// @ts-expect-error no such field
model(orders, 'shop.Order', { fields: { note: { label: 'Note' }, nota: {} } });
// @ts-expect-error no such field
model(orders, 'shop.Order', { readonlyFields: ['note', 'nota'] });

// A table by its name has loose rows.
model('orders', 'shop.Order', {
  fields: { note: { choices: ['a', 'b'] } },
  validate: (row) => ({ anything: String(row['anything']) }),
  hooks: { beforeSave: ({ row }) => ({ anything: row['anything'] }) },
});
// @ts-expect-error its values are unknown
model('orders', 'shop.Order', { hooks: { afterSave: ({ row }) => console.log(row['anything'].length) } });
