import { model } from 'grimoire';
import type { Dialect, TestDatabase } from './databases.ts';
import { startService, type TestService, type TestServiceOptions } from './service.ts';

/** A row of the fixture, as the filters' oracle reads it. */
export interface Book {
  readonly id: number;
  readonly title: string | null;
  readonly pages: number | null;
  readonly price: string | null;
  readonly rating: number | null;
  readonly published: string | null;
  readonly added: string;
  readonly in_print: boolean | null;
  readonly genre: string | null;
  readonly author: number | null;
  readonly secret_note: string | null;
  readonly tags: readonly number[];
}

/** Rows with ties, nulls, cases of letters, wild cards, other scripts and emoji. */
const titles = ['Ärger', 'ärger', 'ÉTÉ', 'été', '100% sure', 'a_b', 'a\\b', 'Война и мир', 'ВОЙНА', '😀 smile', 'plain', 'PLAIN', "O'Neil", '', 'a, b', 'ΟΔΟΣ', 'οδός', null];
const genres = ['novel', 'poem', 'essay', null];

/** The rows, always the same. */
export function makeBooks(count = 60): Book[] {
  return Array.from({ length: count }, (_, index): Book => {
    const id = index + 1;
    const pick = <T>(values: readonly T[], step: number): T => values[(index * step) % values.length] as T;
    return {
      id,
      title: pick(titles, 7),
      pages: pick([0, 1, -5, 100, 100, 2147483647, null], 3),
      price: pick(['9.90', '0.00', '-1.50', '10.00', '123456.78', null], 5),
      rating: pick([0.5, 1, -2.25, 4.75, null], 2),
      published: pick(['2020-01-01', '2020-02-29', '1999-12-31', null], 3),
      added: pick(['2026-01-01T00:00:00Z', '2026-01-01T23:59:59.999999Z', '2026-01-02T00:00:00Z', '2025-06-01T12:30:00.5Z'], 3),
      in_print: pick([true, false, null], 2),
      genre: pick(genres, 3),
      author: pick([1, 2, 3, null], 5),
      secret_note: `note ${id}`,
      tags: [1, 2, 3].filter((tag) => (id * tag) % (tag + 2) === 0),
    };
  });
}

/** Tables of the fixture, in the words of either database. */
export function librarySql(dialect: Dialect): string {
  const isPostgres = dialect === 'postgres';
  const time = isPostgres ? 'timestamptz' : 'timestamp';
  const key = isPostgres ? 'integer PRIMARY KEY' : 'INTEGER PRIMARY KEY';
  return `
    CREATE TABLE author (id ${key}, name varchar(100) NOT NULL, country varchar(2), email varchar(100) UNIQUE);
    CREATE TABLE tag (id ${key}, name varchar(50) NOT NULL UNIQUE);
    CREATE TABLE book (id ${key}, title varchar(100), pages integer, price numeric(10,2), rating double precision,
      published date, added ${time} NOT NULL, in_print boolean, genre varchar(20),
      author_id integer REFERENCES author (id) ON DELETE CASCADE, secret_note varchar(100), vault_code varchar(50));
    CREATE TABLE book_tag (book_id integer NOT NULL REFERENCES book (id) ON DELETE CASCADE, tag_id integer NOT NULL REFERENCES tag (id), PRIMARY KEY (book_id, tag_id));
    CREATE TABLE chapter (book_id integer NOT NULL REFERENCES book (id), number integer NOT NULL, heading varchar(100), PRIMARY KEY (book_id, number));
    INSERT INTO author VALUES (1, 'Ännchen', 'DE', 'a@x.de'), (2, 'Boris', 'RU', NULL), (3, 'Chloé', 'FR', 'c@x.fr');
    INSERT INTO tag VALUES (1, 'red'), (2, 'green'), (3, 'blue');
    INSERT INTO chapter SELECT b.id, c.id, 'Chapter ' || c.id FROM author b, tag c WHERE false;`;
}

/** Fills the tables. */
export async function insertBooks(database: TestDatabase, books: readonly Book[]): Promise<void> {
  for (const book of books) {
    const added = database.dialect === 'postgres' ? book.added : book.added.replace('T', ' ').replace('Z', '');
    await database.query('INSERT INTO book VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      book.id, book.title, book.pages, book.price, book.rating, book.published, added, book.in_print, book.genre, book.author, book.secret_note, `vault ${book.id}`,
    ]);
    for (const tag of book.tags) await database.query('INSERT INTO book_tag VALUES (?, ?)', [book.id, tag]);
  }
  for (const book of books.slice(0, 5)) {
    for (const number of [1, 2]) await database.query('INSERT INTO chapter VALUES (?, ?, ?)', [book.id, number, `Chapter ${number}`]);
  }
}

/** The models of the fixture. */
export const libraryModels = [
  model('author', 'lib.Author', { searchFields: ['name', 'email'], fields: { email: { view: 'lib.view_author_email' } } }),
  model('tag', 'lib.Tag'),
  model('book', 'lib.Book', {
    searchFields: ['title', 'author.name'],
    listFilter: ['genre', 'in_print', 'author', 'author.country', 'author.email', 'tags'],
    listDisplay: ['id', 'title', 'tags'],
    fields: {
      genre: { choices: [{ value: 'novel', label: 'A novel' }, { value: 'poem', label: 'A poem' }, 'essay'] },
      secret_note: { view: 'lib.view_secret_note' },
      vault_code: { hidden: true },
    },
    manyToMany: { tags: { through: 'book_tag' } },
  }),
  model('chapter', 'lib.Chapter'),
];

/** A service over the fixture. */
export function startLibrary(options: Pick<TestServiceOptions, 'dialect' | 'settings'> & { readonly books?: readonly Book[]; readonly models?: TestServiceOptions['models'] }): Promise<TestService> {
  return startService({
    dialect: options.dialect,
    ...(options.settings ? { settings: options.settings } : {}),
    models: options.models ?? libraryModels,
    async setup(database) {
      await database.execute(librarySql(options.dialect));
      await insertBooks(database, options.books ?? makeBooks());
    },
  });
}
