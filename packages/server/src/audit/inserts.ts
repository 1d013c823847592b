import { sql } from 'kysely';
import type { Sql } from '../databases/sql-fragments.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { OwnColumns } from '../databases/system-table-fragments.ts';
import type { RawStatement } from '../databases/statement.ts';
import type { Dialect } from '../databases/dialect.ts';
import { OwnQuery } from '../store/own-query.ts';

type Columns<Name extends string> = Readonly<Record<Name, OwnColumns[string]>>;

/** Columns of the audit log that are equal for all entries of a request. */
export const ofRequest: Columns<
  'created_at' | 'actor_id' | 'actor_key' | 'actor_repr' | 'actor_link' | 'ip' | 'request_id' | 'reason' | 'via'
> = {
  created_at: 'moment',
  actor_id: 'integer',
  actor_key: 'text',
  actor_repr: 'text',
  actor_link: 'text',
  ip: 'text',
  request_id: 'text',
  reason: 'text',
  via: 'text',
};

/** Columns that are mostly equal too: those of a bulk change are. */
export const ofKind: Columns<'action' | 'model_label' | 'targets' | 'targets_count' | 'failed_targets' | 'status' | 'input'> = {
  action: 'text',
  model_label: 'text',
  targets: 'json',
  targets_count: 'integer',
  failed_targets: 'json',
  status: 'text',
  input: 'json',
};

/** Columns that tell entries apart. */
export const ofRow: Columns<'object_pk' | 'object_repr' | 'diff'> = { object_pk: 'text', object_repr: 'text', diff: 'json' };

const columnsOfEntry = [...keysOf(ofRequest), ...keysOf(ofKind), ...keysOf(ofRow)];
type ColumnOfEntry = (typeof columnsOfEntry)[number];

/** The values of entries, in the order of their columns. */
export interface EntryValues {
  /** Those of the request. */
  readonly shared: readonly unknown[];
  readonly rows: readonly { readonly kind: readonly unknown[]; readonly row: readonly unknown[] }[];
  /** Whether the entries are of one kind. */
  readonly areAlike: boolean;
}

/** The statements that insert entries of no change set, and of the one that the transaction has just made. */
type Insert<Name extends string> = Readonly<Record<'alone' | 'inSet', OwnQuery<Name>>>;

/** The statements that insert entries into the audit log. */
export class EntryInserts {
  readonly #jsonOf: (values: unknown) => string;
  /** For one entry, whose values are sent as they are: a database takes longer to read them from JSON. */
  readonly #one: Insert<ColumnOfEntry>;
  /** For entries of one kind, whose columns are sent once. */
  readonly #alike: Insert<'shared' | 'each'>;
  readonly #mixed: Insert<'shared' | 'each'>;

  /** @param tables names of the tables of the audit log and of change sets. */
  constructor(dialect: Dialect, { auditLog: table, changeSet }: Pick<SystemTableNames, 'auditLog' | 'changeSet'>) {
    const { systemTables } = dialect;
    this.#jsonOf = (values) => systemTables.storableJson(JSON.stringify(values));
    const inBoth = <Name extends string>(insert: (set: Sql | undefined) => OwnQuery<Name>): Insert<Name> => ({
      alone: insert(undefined),
      inSet: insert(systemTables.currentSet(changeSet)),
    });
    this.#one = inBoth((set) => insertingOne(dialect, table, set));
    this.#alike = inBoth((set) => inserting(dialect, table, { shared: { ...ofRequest, ...ofKind }, each: ofRow, set }));
    this.#mixed = inBoth((set) => inserting(dialect, table, { shared: ofRequest, each: { ...ofKind, ...ofRow }, set }));
  }

  /** The statement for at least one entry. @param isInSet whether the entries name the change set that the transaction has just made. */
  of({ shared, rows, areAlike }: EntryValues, isInSet: boolean): RawStatement {
    const place = isInSet ? 'inSet' : 'alone';
    const kind = rows[0]?.kind ?? [];
    if (rows.length === 1) {
      const values = [...shared, ...kind, ...(rows[0]?.row ?? [])].map((value) => this.#stored(value));
      const named = columnsOfEntry.map((column, index) => [column, values[index]]);
      return this.#one[place].with(Object.fromEntries(named) as Record<ColumnOfEntry, unknown>);
    }
    return areAlike
      ? this.#alike[place].with({ shared: this.#jsonOf([...shared, ...kind]), each: this.#jsonOf(rows.map(({ row }) => row)) })
      : this.#mixed[place].with({ shared: this.#jsonOf(shared), each: this.#jsonOf(rows.map((one) => [...one.kind, ...one.row])) });
  }

  /** A value of a column: JSON as text, and a text as the database can store it. */
  #stored(value: unknown): unknown {
    if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? JSON.parse(this.#jsonOf(value)) : value;
    return typeof value === 'object' && value !== null ? this.#jsonOf(value) : value;
  }
}

function insertingOne(dialect: Dialect, table: string, set: Sql | undefined): OwnQuery<ColumnOfEntry> {
  return new OwnQuery(
    dialect,
    (queries, given) => {
      const values = [...columnsOfEntry.map(given), ...(set ? [set] : [])];
      const into = queries.insertInto(table).columns([...columnsOfEntry, ...(set ? ['change_set'] : [])]);
      return into.expression(sql`VALUES (${sql.join(values)})`);
    },
    { isPrepared: true },
  );
}

/** An insert of any number of entries with two parameters. */
function inserting(
  dialect: Dialect,
  table: string,
  { shared, each, set }: { readonly shared: OwnColumns; readonly each: OwnColumns; readonly set: Sql | undefined },
): OwnQuery<'shared' | 'each'> {
  return new OwnQuery(
    dialect,
    (queries, given) => {
      const rows = dialect.systemTables.rowsOfJson({ json: given('shared'), columns: shared }, { json: given('each'), columns: each });
      const columns = [...Object.keys(shared), ...Object.keys(each)];
      const into = queries.insertInto(table);
      if (!set) return into.columns(columns).expression(rows);
      return into.columns([...columns, 'change_set']).expression(sql`SELECT "entry".*, ${set} FROM (${rows}) AS "entry"`);
    },
    { isPrepared: true },
  );
}

function keysOf<Own extends OwnColumns>(columns: Own): (keyof Own & string)[] {
  return Object.keys(columns);
}
