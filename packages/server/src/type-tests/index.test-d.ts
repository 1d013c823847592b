/** Type tests of the public API, run by `npm run types`; a line marked as an error must be one. */
import { bigint, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { integer as liteInteger, sqliteTable, text as liteText } from 'drizzle-orm/sqlite-core';
import pg from 'pg';
import { action, type Admin, defineAdmin, inline, model, postgres, sqlite, where } from '../index.ts';

const authors = pgTable('authors', { id: integer().primaryKey(), name: text() });
const books = pgTable('books', { id: integer().primaryKey(), title: text(), author: integer().references(() => authors.id) });
const prices = pgTable('prices', {
  id: bigint({ mode: 'bigint' }).primaryKey(),
  kind: text({ enum: ['net', 'gross'] }).notNull(),
  amount: numeric({ mode: 'number' }).notNull(),
  since: timestamp().notNull(),
  days: timestamp().array(),
  notes: jsonb().$type<{ readonly by: string }>(),
});
const tags = sqliteTable('tags', { id: liteInteger().primaryKey(), word: liteText() });

model(books, 'lib.Book', {
  label: 'title',
  listDisplay: ['id', 'title', 'tags', 'author.team.name', 'tags.count', 'Review.count', 'Review.book.count', 'lib.Review.count'],
  searchFields: ['title', 'author.name'],
  listFilter: ['author.name', 'tags'],
  ordering: ['-title', 'pk'],
  readonlyFields: ['id'],
  fields: { title: { label: 'Title', view: 'lib.view_title' } },
  manyToMany: { tags: { through: tags } },
  inlines: [inline(books, 'author')],
  rows: ({ actor }) => where('title', '=', actor.username),
});
model(books, 'lib.Book', { label: (row) => String(row.title) });
model(tags, 'lib.Tag', { searchFields: ['word'] });
model('books', 'lib.Book', { searchFields: ['anything', 'any.thing'], fields: { anything: {} } });

// Each return has messages for another field.
model(books, 'lib.Book', {
  validate(row) {
    if (row.title === '') return { title: 'It is empty.' };
    if (row.author === null) return { author: ['Nobody wrote it.'], non_field_errors: 'Look again.' };
    return row.id === 0 ? { id: 'It is none.' } : {};
  },
  hooks: { beforeSave: ({ row }) => (row.title === null ? { title: 'Untitled' } : { author: null }) },
});
model(books, 'lib.Book', { validate: async (row) => (row.title === '' ? { title: 'It is empty.' } : undefined) });
// @ts-expect-error a message is a text
model(books, 'lib.Book', { validate: () => ({ title: 5 }) });
// @ts-expect-error no such field of the row
model(books, 'lib.Book', { validate: (row) => ({ title: String(row.titel) }) });
// The rows of a config's action, in both forms of an action.
model(books, 'lib.Book', {
  actions: {
    bare: async (_context, rows) => void (await rows.update({ title: 'x' })),
    declared: action({ params: { why: { type: 'CharField' } }, run: async (_context, rows) => void (await rows.update({ title: 'x' })) }),
  },
});
// @ts-expect-error no such field of the rows
model(books, 'lib.Book', { actions: { bare: async (_context, rows) => void (await rows.update({ titel: 'x' })) } });
model(books, 'lib.Book', {
  actions: {
    declared: action({
      params: { why: { type: 'CharField' } },
      // @ts-expect-error no such field of the rows
      run: async (_context, rows) => void (await rows.update({ titel: 'x' })),
    }),
  },
});
// @ts-expect-error no such member of an action
model(books, 'lib.Book', { actions: { wrong: { run: () => {}, destructiv: true } } });

// @ts-expect-error no such field
model(books, 'lib.Book', { searchFields: ['titel'] });
// @ts-expect-error no such field at the start of the path
model(books, 'lib.Book', { listFilter: ['autor.name'] });
// @ts-expect-error a list cannot be sorted by a path
model(books, 'lib.Book', { ordering: ['author.name'] });
// @ts-expect-error no such field to describe
model(books, 'lib.Book', { fields: { titel: {} } });
// @ts-expect-error no such field to be the label
model(books, 'lib.Book', { label: 'titel' });
// @ts-expect-error no such many-to-many field
model(books, 'lib.Book', { listDisplay: ['tagz'], manyToMany: { tags: { through: tags } } });
// @ts-expect-error no such field at the start of the path
model(books, 'lib.Book', { listDisplay: ['autor.name'] });
// @ts-expect-error no such many-to-many field to count
model(books, 'lib.Book', { listDisplay: ['tagz.count'], manyToMany: { tags: { through: tags } } });
// @ts-expect-error a key has a dot
model(books, 'Book');
// @ts-expect-error no such setting
model(books, 'lib.Book', { searchField: ['title'] });
// @ts-expect-error no such field of the row
model(books, 'lib.Book', { label: (row) => String(row.titel) });
// @ts-expect-error no such foreign key
inline(books, 'autor');
model(books, 'lib.Book', { rows: ({ actor }) => where('title', '=', actor.link) });
// @ts-expect-error no such property of the user
model(books, 'lib.Book', { rows: ({ actor }) => where('title', '=', actor.lnk) });
// @ts-expect-error no such operator
where('title', '~', 'x');
// @ts-expect-error a list is compared with "in"
where('title', '=', ['x']);
// @ts-expect-error no such field type
model(books, 'lib.Book', { fields: { title: { type: 'TextArea' } } });

const registered = defineAdmin({
  database: sqlite('x.sqlite'),
  models: [
    model(tags, 'lib.Tag'),
    model(books, 'lib.Book', { manyToMany: { tags: { through: tags } } }),
    model(prices, 'lib.Price'),
    model('views', 'lib.View'),
  ],
});
export const admin: Admin = registered;

type Models = (typeof registered)['$models'];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// The rows of the models in the form of the API.
export const book: Same<
  Models['lib.Book'],
  { readonly id: number; readonly title: string | null; readonly author: number | null; readonly tags: readonly (number | string)[] }
> = true;
export const price: Same<
  Models['lib.Price'],
  {
    readonly id: number | string;
    readonly kind: 'net' | 'gross';
    readonly amount: string;
    readonly since: string;
    readonly days: readonly string[] | null;
    readonly notes: { readonly by: string } | null;
  }
> = true;
export const view: Same<Models['lib.View'], Readonly<Record<string, unknown>>> = true;
export const user: Same<Models['auth.User'], Readonly<Record<string, unknown>>> = true;
// @ts-expect-error no such model
export type Nothing = Models['lib.Nothing'];

// The context of a handler that is declared apart from its model, and invalid handlers.
defineAdmin({
  database: sqlite('x.sqlite'),
  models: [model(tags, 'lib.Tag')],
  adminActions: [
    {
      model: 'lib.Tag',
      codename: 'paint',
      name: 'Paint',
      kind: 'server',
      scope: 'bulk',
      run: (context, rows) => void rows.update({ word: context.actor.username }),
    },
    { model: 'lib.Tag', codename: null, name: 'Show', kind: 'client', scope: 'bulk' },
  ],
});
defineAdmin({
  database: sqlite('x.sqlite'),
  // @ts-expect-error no such kind
  adminActions: [{ model: 'lib.Tag', codename: 'paint', name: 'Paint', kind: 'page', scope: 'bulk' }],
});

postgres({ pool: new pg.Pool() });
// @ts-expect-error one connection is no pool
postgres({ pool: new pg.Client() });
