import {
  AliasNode,
  ColumnNode,
  type CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  type DeleteQueryNode,
  type Dialect,
  type Driver,
  IdentifierNode,
  type InsertQueryNode,
  type OperationNode,
  type PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  ReturningNode,
  type RootOperationNode,
  SelectionNode,
  sql,
  TableNode,
  type UpdateQueryNode,
} from 'kysely';
import { type TableName, tableId } from '../../model/table.ts';
import type { Journal, RecordedTable } from '../recording.ts';
import type { Sql } from '../sql-fragments.ts';
import { keyOf, noteKeys, noteOthers, postgresNoting } from './recording.ts';
import type { PostgresNotes } from './row-notes.ts';

/** An UPDATE or a DELETE. */
interface ChangingWrite {
  readonly kind: 'update' | 'delete';
  readonly table: RecordedTable;
  readonly node: UpdateQueryNode | DeleteQueryNode;
  /** Notes the rows that it is about to change. */
  readonly watch: Sql;
  /** The key of a row that it has changed. */
  readonly key: Sql;
  /** Whether it may give rows other keys. */
  readonly setsKey: boolean;
}

/** A statement of the host's code whose rows can be noted. */
type HostWrite = ChangingWrite | { readonly kind: 'insert'; readonly table: RecordedTable; readonly node: InsertQueryNode };

/**
 * Queries of the host's code, which note the rows that they write. What they can not note, such as SQL as text, the server counts: the change set then has a
 * gap.
 */
export function noting(dialect: PostgresDialect, notes: PostgresNotes): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new NotingDriver(dialect.createDriver(), notes),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** The driver of Kysely, with connections that note. Transactions are those of the request: none begins here. */
class NotingDriver implements Driver {
  readonly #driver: Driver;
  readonly #notes: PostgresNotes;

  constructor(driver: Driver, notes: PostgresNotes) {
    this.#driver = driver;
    this.#notes = notes;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<NotingConnection> {
    return new NotingConnection(await this.#driver.acquireConnection(), this.#notes);
  }

  beginTransaction(connection: NotingConnection, settings: Parameters<Driver['beginTransaction']>[1]): Promise<void> {
    return this.#driver.beginTransaction(connection.plain, settings);
  }

  commitTransaction(connection: NotingConnection): Promise<void> {
    return this.#driver.commitTransaction(connection.plain);
  }

  rollbackTransaction(connection: NotingConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection.plain);
  }

  releaseConnection(connection: NotingConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.plain);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

const compiler = new PostgresQueryCompiler();

/** A connection that notes what is written through it. */
class NotingConnection implements DatabaseConnection {
  readonly plain: DatabaseConnection;
  readonly #notes: PostgresNotes;

  constructor(plain: DatabaseConnection, notes: PostgresNotes) {
    this.plain = plain;
    this.#notes = notes;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#notes.watchOthers();
    const write = writeOf(query.query, this.#notes.journal);
    if (!write) return this.plain.executeQuery<Row>(query);
    this.#notes.changing(write.table);
    const result = write.kind === 'insert' ? await this.#insert<Row>(write) : await this.#change<Row>(write);
    const operation = write.kind === 'insert' ? 'create' : write.kind;
    this.#notes.changed(write.table, operation, Number(result.numAffectedRows ?? 0n));
    return result;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#notes.watchOthers();
    return this.plain.streamQuery<Row>(query, chunkSize);
  }

  /** Changes rows, after they were noted. Its condition may be true of others the second time, or it gives a row another key: their keys tell. */
  async #change<Row>(write: ChangingWrite): Promise<QueryResult<Row>> {
    const { node, watch, key } = write;
    await this.plain.executeQuery(compiled(watch));
    if (node.returning) {
      const { keys, result } = await this.#returning<Row>(write, key);
      await this.#noteChanged(write, sql`SELECT "k" FROM unnest(${sql.val(keys)}::text[]) AS "k"`);
      return result;
    }
    const changing = { toOperationNode: () => withReturning(node, [selectionOf(key, 'k')]) };
    const { numAffectedRows } = await this.#noteChanged(write, sql`SELECT "k" FROM "w"`, sql`"w" AS (${changing})`);
    return { rows: [], numAffectedRows };
  }

  /** Notes the rows that got another key; others that were not noted before are a gap. @returns how many rows there are. */
  async #noteChanged({ table, setsKey }: ChangingWrite, keys: Sql, first?: Sql): Promise<{ readonly numAffectedRows: bigint }> {
    const check = noteOthers(this.#notes.journal, table, { keys, first, setsKey });
    const { rows } = await this.plain.executeQuery<{ readonly rows: string; readonly others: string }>(compiled(check));
    const [counts] = rows;
    if (Number(counts?.others) > 0) this.#notes.unnoted(table.name);
    return { numAffectedRows: BigInt(counts?.rows ?? 0) };
  }

  /** Inserts, and notes the keys that the database returns beside what the caller has asked for. */
  async #insert<Row>(write: Extract<HostWrite, { readonly kind: 'insert' }>): Promise<QueryResult<Row>> {
    const { keys, result } = await this.#returning<Row>(write, keyOf(write.table, write.table.table.name));
    if (keys.length > 0) await this.plain.executeQuery(compiled(noteKeys(this.#notes.journal, write.table, keys)));
    return result;
  }

  /** Runs a statement that returns the keys of its rows as well. */
  async #returning<Row>({ node }: HostWrite, key: Sql): Promise<{ readonly keys: readonly string[]; readonly result: QueryResult<Row> }> {
    const query = compiler.compileQuery(
      withReturning(node, [...(node.returning?.selections ?? []), selectionOf(key, keyName)]),
      createQueryId(),
    );
    const result = await this.plain.executeQuery<Record<string, unknown>>(query);
    const rows = node.returning ? result.rows.map(withoutKey) : [];
    return { keys: result.rows.map((row) => String(row[keyName])), result: { ...result, rows: rows as Row[] } };
  }
}

const keyName = '~grimoire key';

function withoutKey(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== keyName));
}

function compiled(query: Sql): CompiledQuery {
  return compiler.compileQuery(query.toOperationNode(), createQueryId());
}

/** The rows that a statement writes; undefined if it writes none, or others than these. */
function writeOf(node: RootOperationNode, journal: Journal): HostWrite | undefined {
  if (node.kind === 'InsertQueryNode') {
    const { into, with: more, onConflict, values } = node;
    const table = into && !more && values && !(onConflict && !onConflict.doNothing) ? recordedTable(into, journal) : undefined;
    return table && { kind: 'insert', table, node };
  }
  if (node.kind === 'UpdateQueryNode' && node.table && !node.from && !node.joins && !node.with) return changeOf(node, node.table, journal);
  if (node.kind === 'DeleteQueryNode' && !node.using && !node.joins && !node.with && node.from.froms.length === 1)
    return changeOf(node, node.from.froms[0] as OperationNode, journal);
  return undefined;
}

function changeOf(node: UpdateQueryNode | DeleteQueryNode, target: OperationNode, journal: Journal): HostWrite | undefined {
  const table = recordedTable(target, journal);
  if (!table) return undefined;
  const { where } = node;
  const condition = where ? sql` WHERE ${{ toOperationNode: () => where.where }}` : sql``;
  const rows = sql`FROM (SELECT * FROM ${{ toOperationNode: () => target }}${condition} FOR UPDATE) AS "t"`;
  const watch = postgresNoting.watch(journal, { table, rows, isIndirect: false });
  const common = { table, node, watch, key: keyOf(table, aliasOf(target) ?? table.table.name) };
  if (node.kind === 'DeleteQueryNode') return { kind: 'delete', ...common, setsKey: false };
  return { kind: 'update', ...common, setsKey: !node.updates?.every(({ column }) => !isOneOf(column, table.key)) };
}

/** Whether a node names one of these columns, or none that is plain. */
function isOneOf(node: OperationNode, columns: readonly string[]): boolean {
  return !ColumnNode.is(node) || columns.includes(node.column.name);
}

function aliasOf(node: OperationNode): string | undefined {
  return AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : undefined;
}

/** The recorded table of a node that names one, perhaps with an alias. */
function recordedTable(node: OperationNode, journal: Journal): RecordedTable | undefined {
  const named = AliasNode.is(node) ? node.node : node;
  if (!TableNode.is(named)) return undefined;
  const { schema, identifier } = named.table;
  const id = tableId({ schema: schema?.name, name: identifier.name } satisfies TableName);
  return journal.tables.find((one) => tableId(one.table) === id);
}

function selectionOf(value: Sql, name: string): SelectionNode {
  return SelectionNode.create(value.as(name).toOperationNode());
}

function withReturning(node: HostWrite['node'], selections: readonly SelectionNode[]): HostWrite['node'] {
  return { ...node, returning: ReturningNode.create(selections) };
}
