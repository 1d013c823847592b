/** What the compiler says of the public API: checked by `npm run types`; a line marked as an error must be one. */
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { integer as liteInteger, sqliteTable, text as liteText } from 'drizzle-orm/sqlite-core';
import { type Admin, defineAdmin, inline, model, sqlite, where } from './index.ts';

const authors = pgTable('authors', { id: integer().primaryKey(), name: text() });
const books = pgTable('books', { id: integer().primaryKey(), title: text(), author: integer().references(() => authors.id) });
const tags = sqliteTable('tags', { id: liteInteger().primaryKey(), word: liteText() });

model(books, 'lib.Book', {
  label: 'title',
  listDisplay: ['id', 'title', 'tags'],
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

// @ts-expect-error no such field
model(books, 'lib.Book', { searchFields: ['titel'] });
// @ts-expect-error no such field at the start of the path
model(books, 'lib.Book', { listFilter: ['autor.name'] });
// @ts-expect-error a path is nothing to sort by
model(books, 'lib.Book', { ordering: ['author.name'] });
// @ts-expect-error no such field to describe
model(books, 'lib.Book', { fields: { titel: {} } });
// @ts-expect-error no such field to be the label
model(books, 'lib.Book', { label: 'titel' });
// @ts-expect-error no such many-to-many field
model(books, 'lib.Book', { listDisplay: ['tagz'], manyToMany: { tags: { through: tags } } });
// @ts-expect-error a key has a dot
model(books, 'Book');
// @ts-expect-error no such setting
model(books, 'lib.Book', { searchField: ['title'] });
// @ts-expect-error no such field of the row
model(books, 'lib.Book', { label: (row) => String(row.titel) });
// @ts-expect-error no such foreign key
inline(books, 'autor');
// @ts-expect-error no such operator
where('title', '~', 'x');
// @ts-expect-error a list is compared with "in"
where('title', '=', ['x']);
// @ts-expect-error no such field type
model(books, 'lib.Book', { fields: { title: { type: 'TextArea' } } });

export const admin: Admin = defineAdmin({ database: sqlite('x.sqlite'), models: [model(tags, 'lib.Tag')] });
