import type { DatabaseSource, Transaction } from '../../databases/database.ts';
import { closeDatabase, openDatabase } from '../../shared-databases.ts';

/** Creates two tables with a few rows in a new database, for a project that has none. */
export async function createExample(source: DatabaseSource): Promise<void> {
  const database = await openDatabase(source);
  try {
    await database.transaction(({ tables }) => fill(tables));
  } finally {
    await closeDatabase(database);
  }
}

async function fill(tables: Transaction['tables']): Promise<void> {
  await tables.schema
    .createTable('authors')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('country', 'varchar(2)')
    .execute();
  await tables.schema
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
  await tables.insertInto('authors').values(authors).execute();
  await tables.insertInto('books').values(books).execute();
}
