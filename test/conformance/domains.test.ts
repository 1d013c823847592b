import { lookups } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { columns } from '../support/column-cases.ts';
import { hasPostgres } from '../support/databases.ts';
import { type Answer, type Client, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** The columns of which each has another base type. */
const names = 'small dec float flag word padded uid day clock moment span data words numbers address mood place ranged'.split(' ');

/** Types of PostgreSQL with some of their values as SQL literals. */
const types: Readonly<Record<string, readonly [type: string, values: readonly string[]]>> = {
  ...Object.fromEntries(
    names.map((name) => {
      const { postgres = '', cases = [], postgresCases = [] } = columns[name] ?? {};
      return [name, [postgres, [...cases, ...postgresCases].slice(0, 3).map(([value]) => value.replaceAll('chr_10', 'chr(10)'))]];
    }),
  ),
  mood: ['mood', ["'so-so'", "'happy'"]],
  caseless: ['citext', ["'Word'", "'other'"]],
  moods: ['mood[]', ["'{so-so,happy}'", "'{happy}'"]],
};

/**
 * Tables with columns of the type in the schema a, and in b with columns of a domain over it, a domain over that domain, and an array of
 * the domain.
 */
function tablesOf(name: string, [type, values]: readonly [string, readonly string[]]): string {
  // Points have no order, and arrays of a domain over an array are no arrays of more dimensions.
  const [key, pair] = type === 'point' ? ['n', 'n'] : ['v', 'v, n'];
  const isList = type.endsWith('[]');
  const rows = values.map((value, index) => `(${value}, ${index}, ${value}${isList ? '' : `, ARRAY[${value}]::${type}[]`})`).join(', ');
  const table = (place: string, primary: string, [v, w]: readonly [string, string]): string => `
    CREATE TABLE ${place} (v ${v} NOT NULL, n integer NOT NULL, w ${w}${isList ? '' : `, many ${v}[]`}, PRIMARY KEY (${primary}));
    INSERT INTO ${place} VALUES ${rows};`;
  const domains = [`d_${name}`, `dd_${name}`] as const;
  return `CREATE DOMAIN ${domains[0]} AS ${type}; CREATE DOMAIN ${domains[1]} AS ${domains[0]} CHECK (VALUE::text <> 'never');
    ${table(`a.${name}`, key, [type, type])} ${table(`a.${name}_pair`, pair, [type, type])}
    ${table(`b.${name}`, key, domains)} ${table(`b.${name}_pair`, pair, domains)}`;
}

/** What a client sees of an answer, without what differs between two tables of the same form. */
function seen({ status, text }: Answer): string {
  return `${status} ${text
    .replaceAll(/"[ab]\.(\w+)"/g, '"$1"')
    .replace(/"app_label":"."/, '')
    .replaceAll(/ of [ab]\.\w+/g, '')
    .replaceAll(/"(request_id|next|previous|run)":"[^"]*"/g, '"$1":"…"')}`;
}

/** Reads the rows of a model in every way, and then writes them. */
async function everyAnswer(root: Client, model: string): Promise<Record<string, string>> {
  const path = `/r/${model}`;
  const all: Record<string, string> = {};
  const ask = async (method: string, address: string, body?: unknown): Promise<Answer> => {
    const answer = await root.request(method, address, body === undefined ? {} : { body });
    all[
      `${Object.keys(all).length} ${method} ${address
        .replace(path, '')
        .replace(model, '')
        .replace(/(after|before)=.*/, '$1')} ${JSON.stringify(body) ?? ''}`
    ] = seen(answer);
    return answer;
  };
  const at = (row: Record<string, unknown>): string => `${path}/${encodeURIComponent(String(row['pk'] ?? row['id'] ?? row['n']))}/`;
  await ask('GET', `/schema/${model}/`);
  const rows = (await ask('GET', `${path}/?ordering=v,n`)).body.results as Record<string, unknown>[];
  for (const ordering of ['-v', 'v,n', 'w,-v'])
    for (let address: string | null = `${path}/?page_size=1&ordering=${ordering}`; address !== null; )
      address = (await ask('GET', address)).body.next;
  for (const { w } of rows.slice(0, 1))
    for (const lookup of lookups) {
      const text = encodeURIComponent(typeof w === 'object' ? JSON.stringify(w) : String(w));
      const special: Readonly<Record<string, string>> = {
        isnull: 'true',
        isempty: 'true',
        range: `${text},${text}`,
        in: `${text},${text}`,
      };
      const value = special[lookup] ?? text;
      await ask('GET', `${path}/?w__${lookup}=${value}`);
    }
  await ask('GET', `${path}/?search=o`);
  await ask('GET', `${path}/autocomplete/?q=o`);
  for (const aggregate of ['_group_by=w', '_group_by=v&_sum=n', '_min=w', '_max=w', '_sum=w'])
    await ask('GET', `${path}/aggregate/?${aggregate}`);
  await ask('POST', `${path}/action/export_csv/`, { all_filtered: true });
  for (const row of rows) {
    await ask('GET', at(row));
    await ask('GET', `${at(row)}related/`);
    await ask('PATCH', at(row), { w: row['w'], n: Number(row['n']) + 10 });
  }
  const [first] = rows;
  await ask('POST', `${path}/`, { v: first?.['v'], n: 10, w: first?.['w'] });
  await ask('POST', `${path}/`, { v: first?.['v'], n: 90, w: null });
  await ask('POST', `${path}/`, { v: null, n: 99, w: 'no such value' });
  const changed = (await ask('GET', `${path}/?ordering=-n`)).body.results as Record<string, unknown>[];
  const ids = changed.map((row) => row['pk'] ?? row['id'] ?? row['n']);
  await ask('POST', `${path}/bulk/`, { action: 'update', ids, data: { w: first?.['w'] } });
  await ask('POST', `${path}/bulk/`, { action: 'delete', ids: ids.slice(0, 1) });
  for (const row of changed.slice(1, 2)) await ask('DELETE', at(row));
  await ask('GET', `${path}/?ordering=-n`);
  return all;
}

describe.runIf(hasPostgres)('a column of a domain', () => {
  const setup = `CREATE EXTENSION IF NOT EXISTS citext; CREATE TYPE mood AS ENUM ('happy', 'so-so'); CREATE SCHEMA a; CREATE SCHEMA b;
    ${Object.entries(types)
      .map(([name, type]) => tablesOf(name, type))
      .join('\n')}
    CREATE DOMAIN code AS varchar(3) NOT NULL DEFAULT 'abc'; CREATE DOMAIN good_code AS code CHECK (VALUE <> 'bad');
    CREATE TABLE coded (id integer PRIMARY KEY, code good_code, note varchar(9));`;
  const { root } = serviceForAll(() => startService({ dialect: 'postgres', setup }));

  it.each(Object.keys(types))('over %s is served as one of its base type', async (name) => {
    const model = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    for (const form of [model, `${model}Pair`]) {
      const base = await everyAnswer(root, `a.${form}`);
      expect(Object.entries(base).filter(([, answer]) => answer.startsWith('500'))).toEqual([]);
      const answers = await everyAnswer(root, `b.${form}`);
      const differences = Object.keys({ ...base, ...answers }).filter((request) => answers[request] !== base[request]);
      expect(differences.map((request) => [request, base[request], answers[request]])).toEqual([]);
    }
  });

  it('has what its domain, and the domain under that, say of its values', async () => {
    const fields = (await root.get('/schema/main.Coded/')).body.fields;
    expect(fields[1]).toMatchObject({ name: 'code', required: false, null: false, max_length: 3, default: 'abc' });
    const row = (await root.post('/r/main.Coded/', { id: 1, note: 'x' })).body;
    expect(row).toMatchObject({ code: 'abc', note: 'x' });
    const refused = async (code: unknown): Promise<unknown> => {
      const { status, body } = await root.patch('/r/main.Coded/1/', { code, note: 'y' });
      return [status, Object.keys(body)];
    };
    for (const code of ['bad', 'long', null]) expect([code, await refused(code)]).toEqual([code, [400, ['detail', 'code']]]);
  });
});
