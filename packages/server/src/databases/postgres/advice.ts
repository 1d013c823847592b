import type { Advice } from '@grimoire/protocol';
import type { AdviceGiven, AdviceRequest } from '../catalog.ts';
import { sizeText } from '../size-text.ts';
import type { StatementReader } from '../statement.ts';

const indexesSql = `SELECT coalesce(json_agg(json_build_object('table', n.nspname || '.' || t.relname, 'name', format('%I.%I', n.nspname, c.relname),
    'valid', i.indisvalid, 'unique', i.indisunique, 'short', c.relname, 'bytes', pg_relation_size(c.oid), 'scans', coalesce(s.idx_scan, 0),
    'needed', i.indisunique OR i.indisexclusion OR i.indisreplident OR i.indisclustered,
    'shape', concat_ws(' ', am.amname, i.indclass::text, i.indcollation::text, i.indoption::text, i.indpred::text, i.indexprs::text), 'keys', i.indkey::text)
    ORDER BY c.oid), '[]'::json)::text
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  JOIN pg_am am ON am.oid = c.relam LEFT JOIN pg_stat_user_indexes s ON s.indexrelid = i.indexrelid
  WHERE (n.nspname, t.relname) IN (SELECT coalesce(w.schema, current_schema()), w.name FROM json_to_recordset($1) AS w(schema text, name text))`;

interface IndexRow {
  readonly table: string;
  readonly name: string;
  readonly valid: boolean;
  readonly unique: boolean;
  /** Its name without its schema. */
  readonly short: string;
  readonly bytes: number;
  /** How often it was read since the statistics began. */
  readonly scans: number;
  /** Whether the database itself needs it, for a constraint or a replica. */
  readonly needed: boolean;
  readonly shape: string;
  readonly keys: string;
}

const tablesSql = `SELECT coalesce(json_agg(json_build_object('name', format('%I.%I', n.nspname, t.relname), 'rows', t.reltuples,
    'changed', coalesce(s.n_mod_since_analyze, 0)) ORDER BY t.oid), '[]'::json)::text
  FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace LEFT JOIN pg_stat_user_tables s ON s.relid = t.oid
  WHERE (n.nspname, t.relname) IN (SELECT coalesce(w.schema, current_schema()), w.name FROM json_to_recordset($1) AS w(schema text, name text))`;

interface TableRow {
  readonly name: string;
  /** Negative if it was never analyzed. */
  readonly rows: number;
  readonly changed: number;
}

/** The last two columns limit the connections of the role and of the database; -1 is no limit. */
const settingsSql = `SELECT current_setting('jit', true), extract(epoch FROM clock_timestamp())::text, to_char(d.stats_reset, 'YYYY-MM-DD'),
    coalesce(d.stats_reset > now() - interval '1 day', false), current_setting('max_connections'), current_setting('superuser_reserved_connections'),
    coalesce(current_setting('reserved_connections', true), '0'), r.rolconnlimit::text, p.datconnlimit::text, d.numbackends::text
  FROM pg_stat_database d JOIN pg_database p ON p.oid = d.datid, pg_roles r WHERE d.datname = current_database() AND r.rolname = current_user`;

/** Seconds by which the clocks of the service and of the server may differ. */
const clockTolerance = 2;

/** Indexes that are invalid, double or unused, tables without fresh statistics, a clock that is wrong, `jit`, and too few connections. */
export async function postgresAdvice(database: StatementReader, request: AdviceRequest): Promise<AdviceGiven> {
  const wanted = [JSON.stringify(request.tables.map(({ schema, name }) => ({ schema: schema ?? null, name })))];
  const read = async <T>(sql: string): Promise<T[]> =>
    JSON.parse(String((await database.read({ sql, parameters: wanted }))[0]?.[0])) as T[];
  const [settings = []] = await database.read({ sql: settingsSql, parameters: [] });
  const [jit, seconds, since, isNew, ...limits] = settings;
  const indexes = await read<IndexRow>(indexesSql);
  const double = indexAdvice(indexes);
  const unused = isNew === 't' ? [] : unusedAdvice(indexes, request.usedIndexes, since === null ? null : String(since));
  // An index that is double or invalid is named once.
  const named = new Set(double.map(({ cure }) => cure));
  const advice = [
    ...double,
    ...unused.filter(({ cure }) => !named.has(cure)),
    ...statisticsAdvice(await read<TableRow>(tablesSql)),
    ...settingsAdvice(jit, seconds),
  ];
  const connections = connectionAdvice(limits.map(Number), request.connections);
  return { advice: [...advice, ...connections.advice], notes: connections.notes };
}

function drop({ name }: IndexRow): string {
  return `DROP INDEX CONCURRENTLY ${name};`;
}

function indexAdvice(indexes: readonly IndexRow[]): Advice[] {
  return indexes.flatMap((index, place): Advice[] => {
    if (!index.valid) return [{ problem: `The index ${index.name} is invalid: it is written, but never read.`, cure: drop(index) }];
    // Of two, the one that makes values unique stays, otherwise the older one.
    const twin = indexes.find((other, at) => other.valid && isSame(other, index) && (other.unique || at < place));
    if (!twin || index.unique) return [];
    return [{ problem: `The index ${index.name} is the same as ${twin.name}.`, cure: drop(index) }];
  });
}

/** Indexes that neither a statement nor a plan of the service has used. */
function unusedAdvice(indexes: readonly IndexRow[], used: ReadonlySet<string>, since: string | null): Advice[] {
  const unused = indexes.filter((index) => index.valid && index.scans === 0 && !index.needed && !used.has(index.short));
  const time = since === null ? 'since the statistics of this database began' : `since ${since}, when its statistics began`;
  return unused.map((index) => ({
    problem: `No statement has used the index ${index.name} (${sizeText(index.bytes)}) on this server ${time}. Replicas count for themselves, and a new index has not been needed yet: make sure before you drop it.`,
    cure: drop(index),
  }));
}

function isSame(first: IndexRow, second: IndexRow): boolean {
  return first.table === second.table && first.shape === second.shape && first.keys === second.keys;
}

function statisticsAdvice(tables: readonly TableRow[]): Advice[] {
  return tables.flatMap(({ name, rows, changed }): Advice[] => {
    const cure = `ANALYZE ${name};`;
    if (rows < 0) return [{ problem: `The server has no statistics of ${name}: it guesses how many rows match.`, cure }];
    if (changed > 10_000 && changed > rows / 2)
      return [{ problem: `The statistics of ${name} are stale: ${changed} rows have changed since.`, cure }];
    return [];
  });
}

function settingsAdvice(jit: unknown, seconds: unknown): Advice[] {
  const drift = Math.abs(Number(seconds) - Date.now() / 1000);
  const isCompiled = jit === 'on';
  return [
    ...(isCompiled
      ? [
          {
            problem: 'Statements are compiled just in time (jit = on), which can take seconds for a list or a count.',
            cure: 'ALTER ROLE CURRENT_USER SET jit = off;',
          },
        ]
      : []),
    ...(drift > clockTolerance
      ? [
          {
            problem: `The clocks of the service and of the database differ by ${Math.round(drift)} seconds: sign-ins and tokens depend on both.`,
            cure: null,
          },
        ]
      : []),
  ];
}

/** @param limits those of {@link settingsSql}. @param pool the most connections of a process of the service. */
function connectionAdvice(
  [max = 0, forSuperusers = 0, reserved = 0, ofRole = -1, ofDatabase = -1, open = 0]: readonly number[],
  pool: number,
): AdviceGiven {
  const limits = [max - forSuperusers - reserved, ofRole, ofDatabase].filter((limit) => limit >= 0);
  const admitted = Math.min(...limits);
  const processes = Math.floor(admitted / pool);
  const sentence = `The server admits ${admitted} connections of this role (max_connections ${max}, ${forSuperusers + reserved} of them reserved), and ${open} are open to this database. A process of the service opens up to ${pool}`;
  if (processes === 0) {
    return {
      advice: [{ problem: `${sentence}: some of its requests will fail. Raise the limit, or lower \`max\` of postgres().`, cure: null }],
      notes: [],
    };
  }
  return {
    advice: [],
    notes: [`${sentence}: there is room for ${processes} ${processes === 1 ? 'process' : 'processes'}, if nothing else connects.`],
  };
}
