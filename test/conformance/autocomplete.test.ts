import { expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { serviceOver } from '../support/started-service.ts';

const people = 1500;
const setup = `CREATE TABLE person (id integer PRIMARY KEY, name varchar(20) NOT NULL);
  CREATE TABLE seat (line integer, place integer, name varchar(20) NOT NULL, PRIMARY KEY (line, place));
  ${Array.from({ length: people / 500 }, (_, part) => {
    const rows = Array.from({ length: 500 }, (_row, index) => part * 500 + index + 1);
    const named = (id: number): string => `'name ${String(id).padStart(4, '0')}'`;
    return `INSERT INTO person VALUES ${rows.map((id) => `(${id}, ${named(id)})`).join()};
      INSERT INTO seat VALUES ${rows.map((id) => `(${Math.floor(id / 100)}, ${id % 100}, ${named(id)})`).join()}`;
  }).join(';')}`;

it.each(dialects)('of many matches, the thousand with the largest keys are sorted by their labels, on %s', async (dialect) => {
  const { root } = await serviceOver(dialect, setup);
  const labels = async (model: string, query: string): Promise<string[]> =>
    (await root.get(`/r/${model}/autocomplete/?${query}`)).body.results.map(({ label }: { label: string }) => label);
  for (const model of ['m.Person', 'm.Seat']) {
    expect((await labels(model, 'q=name')).slice(0, 2)).toEqual(['name 0501', 'name 0502']);
    expect((await labels(model, 'q=')).slice(0, 2)).toEqual(['name 0501', 'name 0502']);
    // Every match counts where there are fewer.
    const few = Array.from({ length: 9 }, (_, index) => `name 000${index + 1}`);
    expect(await labels(model, 'q=name 000')).toEqual([...few, 'name 1000']);
    expect(await labels(model, 'q=name&page=50')).toHaveLength(20);
    expect((await root.get(`/r/${model}/autocomplete/?q=name&page=50`)).body.has_more).toBe(false);
  }
  // A number may be a key, which must be among the matches.
  expect(await labels('m.Person', 'q=7')).toContain('name 0007');
});
