import { describe, expect, it } from 'vitest';
import { casesOn, ownColumns } from '../support/column-cases.ts';
import { hasPostgres } from '../support/databases.ts';
import { everyAnswer } from '../support/every-answer.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** The columns of which each has another base type. */
const names = new Set('small dec float flag word padded uid day clock moment span data words numbers address mood place ranged'.split(' '));

/** Types of PostgreSQL with some of their values as SQL literals. */
const types: Readonly<Record<string, readonly [type: string, values: readonly string[]]>> = {
  ...Object.fromEntries(
    ownColumns('postgres')
      .filter(([name]) => names.has(name))
      .map(([name, column]) => {
        const values = casesOn('postgres', column).slice(0, 3);
        return [name, [column.postgres ?? '', values.map(([value]) => value.replaceAll('chr_10', 'chr(10)'))]];
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
