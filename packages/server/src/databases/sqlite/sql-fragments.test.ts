import { DatabaseSync } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqliteFragments } from './sql-fragments.ts';

it('A list of JSON texts has the rows in the order of its query, also if that is not the order of an index, and is empty without rows.', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE sale (id integer PRIMARY KEY, place integer); INSERT INTO sale VALUES (1, 3), (2, 1), (3, 2)');
  const listOf = (rest: RawBuilder<unknown>): unknown => {
    const query = sqliteFragments.listOfJson?.(sql`SELECT json_array(id) AS "json" FROM sale ${rest}`);
    if (!query) throw new Error('SQLite makes no list.');
    return JSON.parse(String(database.prepare(`SELECT (${sqliteFragments.compile(query).sql}) AS list`).get()?.['list']));
  };
  expect(listOf(sql`ORDER BY place`)).toEqual([[2], [3], [1]]);
  expect(listOf(sql`ORDER BY place DESC LIMIT 2`)).toEqual([[1], [3]]);
  expect(listOf(sql`WHERE id > 3 ORDER BY place`)).toEqual([]);
});
