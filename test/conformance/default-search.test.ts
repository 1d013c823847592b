import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** A table of many texts, in which the names of a person stand late. */
function people(table: string, first: string, last: string): string {
  const texts = Array.from({ length: 12 }, (_, index) => `attribute_${index} varchar(40)`).join(', ');
  return `
    CREATE TABLE ${table} (id integer PRIMARY KEY, ${texts}, notes text, "${first}" varchar(40), zip varchar(10), "${last}" varchar(40), mail varchar(40));
    INSERT INTO ${table} (id, attribute_0, "${first}", "${last}") VALUES
      (1, 'vip', 'François', 'Lefèvre'), (2, 'vip', 'François', 'Martin'), (3, NULL, 'Anne', 'Lefèvre'), (4, NULL, NULL, 'Lefort');`;
}

const names = [
  ['customer', 'first_name', 'last_name'],
  ['client', 'firstName', 'lastName'],
  ['patient', 'given_name', 'family_name'],
  ['member', 'GivenName', 'Surname'],
] as const;

const setup = `${names.map(([table, first, last]) => people(table, first, last)).join('\n')}
  CREATE TABLE place (id integer PRIMARY KEY, street varchar(40), city varchar(40), zip varchar(10), phone varchar(20), company_name varchar(40));
  CREATE TABLE parcel (id integer PRIMARY KEY, street varchar(40), city varchar(40), zip varchar(10), code varchar(20));
  CREATE TABLE number_only (id integer PRIMARY KEY, number integer, street varchar(40));`;

describe.each(dialects)('the search of a model without a config on %s', (dialect) => {
  const { root: client } = serviceForAll(() => startService({ dialect, setup }));

  const fieldsOf = async (model: string): Promise<unknown> => (await client.get(`/schema/main.${model}/`)).body.search_fields;

  it.each(names)('finds a %s by the whole name, in parts, in any order', async (table, first, last) => {
    const model = `${table[0]?.toUpperCase()}${table.slice(1)}`;
    const find = async (words: string): Promise<readonly string[]> => {
      const { results } = (await client.get(`/r/main.${model}/?ordering=id&search=${encodeURIComponent(words)}`)).body;
      return results.map((row: { _label: string }) => row._label);
    };
    expect(await find('François Lef')).toEqual(['François Lefèvre']);
    expect(await find('lefèvre FRANÇOIS')).toEqual(['François Lefèvre']);
    expect(await find('Lef')).toEqual(['François Lefèvre', 'Anne Lefèvre', 'Lefort']);
    expect(await find('"François Lef"')).toEqual([]);
    const { results } = (await client.get(`/r/main.${model}/autocomplete/?q=${encodeURIComponent('François Lef')}`)).body;
    expect(results).toEqual([{ value: 1, label: 'François Lefèvre' }]);
    expect(await fieldsOf(model)).toEqual(['attribute_0', first, last]);
  });

  it('reads what a row is called by, then the first texts of the table, three at most', async () => {
    expect(await fieldsOf('Place')).toEqual(['street', 'city', 'company_name']);
    expect(await fieldsOf('Parcel')).toEqual(['street', 'city', 'code']);
    // A number is no text.
    expect(await fieldsOf('NumberOnly')).toEqual(['street']);
  });
});
