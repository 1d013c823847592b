import type { DatabaseAddress, Transaction } from '../../databases/database.ts';
import { closeDatabase, openDatabase } from '../../admin/shared-databases.ts';

/** Creates two tables with a few rows in a new database, for a project that has none. */
export async function createExample(source: DatabaseAddress): Promise<void> {
  const database = await openDatabase(source);
  try {
    await database.transaction(({ queries }) => fill(queries));
  } finally {
    await closeDatabase(database);
  }
}

async function fill(queries: Transaction['queries']): Promise<void> {
  await queries.schema
    .createTable('authors')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('country', 'varchar(2)')
    .execute();
  await queries.schema
    .createTable('books')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('author_id', 'integer', (column) => column.references('authors.id'))
    .addColumn('published', 'date')
    .execute();
  const authors = [
    { id: 1, name: 'Mary Shelley', country: 'GB' },
    { id: 2, name: 'Selma Lagerlöf', country: 'SE' },
  ];
  const books = [
    { id: 1, title: 'Frankenstein', author_id: 1, published: '1818-01-01' },
    { id: 2, title: 'Gösta Berlings saga', author_id: 2, published: '1891-12-01' },
  ];
  await queries.insertInto('authors').values(authors).execute();
  await queries.insertInto('books').values(books).execute();
}
