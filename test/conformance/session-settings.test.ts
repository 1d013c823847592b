import { type Admin, defineAdmin, postgres } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPostgres } from '../support/databases.ts';
import { everyAnswer } from '../support/every-answer.ts';
import { hostPool } from '../support/host-pool.ts';
import { clientOf, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

/** Settings of a database or role that change how values are written, how statements are read, or how transactions run. */
const settings: Readonly<Record<string, string>> = {
  extra_float_digits: '-15',
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  xmlbinary: 'hex',
  xmloption: 'document',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  standard_conforming_strings: 'off',
  escape_string_warning: 'off',
  backslash_quote: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  quote_all_identifiers: 'on',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  default_transaction_deferrable: 'on',
  check_function_bodies: 'off',
  plan_cache_mode: 'force_generic_plan',
  synchronous_commit: 'off',
  statement_timeout: '60s',
  lock_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
};

/** Columns of types whose text, or whose input, depends on a setting. */
const types: Readonly<Record<string, readonly [type: string, values: readonly string[]]>> = {
  float: ['double precision', ['0.1', '1.0000000000000002', '1.0000000000000004', '-1.5e300']],
  floats: ['double precision[]', ["'{1.0000000000000002,NULL}'", "'{}'"]],
  word: ['varchar(50)', [String.raw`E'back\\slash'`, "'ü ~_'", "'NULL'"]],
  words: ['text[]', [String.raw`E'{a,NULL,"b\\\\c"}'`]],
  moment: ['timestamptz', ["'2026-11-21 08:30:00.123456+02:00'", "'infinity'"]],
  span: ['interval', ["'1 year 2 months 3 days 04:05:06.5'", "'-1 day 26 hours'"]],
  days: ['daterange', ["'[2026-03-04,2026-05-06)'"]],
  raw: ['bytea', [String.raw`E'\\x00ff5c'`]],
  mood: ['mood', [String.raw`E'so\\so'`, "'fine'"]],
};

const setup = String.raw`CREATE TYPE mood AS ENUM ('fine', E'so\\so'); `.concat(
  ...['a', 'b', 'c'].flatMap((schema) => [
    `CREATE SCHEMA ${schema};`,
    ...Object.entries(types).map(([name, [type, values]]) => {
      const rows = values.map((value, index) => `(${value}, ${index}, ${value})`).join(', ');
      return `CREATE TABLE ${schema}.${name} (v ${type} NOT NULL, n integer NOT NULL, w ${type}, PRIMARY KEY (v, n));
        INSERT INTO ${schema}.${name} VALUES ${rows};`;
    }),
  ]),
);

describe.runIf(hasPostgres)('settings of the database', () => {
  it('change no answer, on connections of the service and on those of a host', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect: 'postgres', setup }));
    const names = Object.keys(types).map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    const expected = new Map<string, Record<string, string>>();
    for (const name of names) expected.set(name, await everyAnswer(root, `a.${name}`));
    const database = service.database.address.replace(/^.*\//, '');
    for (const [name, value] of Object.entries(settings))
      await service.database.execute(`ALTER DATABASE ${database} SET ${name} = '${value}'`);
    const pool = hostPool(service.database.address, { max: 3 });
    const start = (source: Parameters<typeof postgres>[0]): Admin => {
      const admin = defineAdmin({ database: postgres(source), settings: { logger: pino({ level: 'silent' }) } });
      onTestFinished(() => admin.close());
      return admin;
    };
    const admins = { b: start({ connectionString: service.database.address, max: 3 }), c: start({ pool }) };
    onTestFinished(() => pool.end());
    for (const [schema, admin] of Object.entries(admins)) {
      const client = clientOf(admin, root.token);
      for (const name of names) {
        const base = expected.get(name) ?? {};
        const answers = await everyAnswer(client, `${schema}.${name}`);
        const differences = Object.keys({ ...base, ...answers }).filter((request) => answers[request] !== base[request]);
        expect([schema, differences.map((request) => [request, base[request], answers[request]])]).toEqual([schema, []]);
      }
    }
  });
});
