import {
  type CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type OperationNode,
  type PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  ReturningNode,
  type RootOperationNode,
  SelectionNode,
  sql,
  TableNode,
} from 'kysely';
import { type TableName, tableId } from '../../model/table.ts';
import type { Journal, RecordedTable } from '../recording.ts';
import type { Sql } from '../sql-fragments.ts';
import { insertedKey, noteKeys, postgresNoting } from './recording.ts';
import type { PostgresNotes } from './row-notes.ts';

/** A statement of the host's code whose rows can be noted. */
type HostWrite =
  | { readonly kind: 'change'; readonly table: RecordedTable; readonly watch: Sql }
  | { readonly kind: 'insert'; readonly table: RecordedTable; readonly node: InsertQueryNode };

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
    const result = write.kind === 'insert' ? await this.#insert<Row>(write) : await this.#change<Row>(query, write.watch);
    this.#notes.changed(write.table, Number(result.numAffectedRows ?? 0n));
    return result;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#notes.watchOthers();
    return this.plain.streamQuery<Row>(query, chunkSize);
  }

  async #change<Row>(query: CompiledQuery, watch: Sql): Promise<QueryResult<Row>> {
    await this.plain.executeQuery(compiled(watch));
    return this.plain.executeQuery<Row>(query);
  }

  /** Inserts, and notes the keys that the database returns beside what the caller has asked for. */
  async #insert<Row>({ table, node }: Extract<HostWrite, { readonly kind: 'insert' }>): Promise<QueryResult<Row>> {
    const key = SelectionNode.create(sql`${insertedKey(table)}`.as(keyName).toOperationNode());
    const returning = node.returning ? { ...node.returning, selections: [...node.returning.selections, key] } : ReturningNode.create([key]);
    const query = compiler.compileQuery(InsertQueryNode.cloneWith(node, { returning }), createQueryId());
    const result = await this.plain.executeQuery<Record<string, unknown>>(query);
    const keys = result.rows.map((row) => String(row[keyName]));
    if (keys.length > 0) await this.plain.executeQuery(compiled(noteKeys(this.#notes.journal, table, keys)));
    const rows = node.returning ? result.rows.map(withoutKey) : [];
    return { ...result, rows: rows as Row[] };
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
  if (node.kind === 'UpdateQueryNode' && node.table && !node.from && !node.joins && !node.with)
    return changeOf(node.table, node.where, journal);
  if (node.kind === 'DeleteQueryNode' && !node.using && !node.joins && !node.with && node.from.froms.length === 1)
    return changeOf(node.from.froms[0] as OperationNode, node.where, journal);
  return undefined;
}

function changeOf(target: OperationNode, where: { readonly where: OperationNode } | undefined, journal: Journal): HostWrite | undefined {
  const table = recordedTable(target, journal);
  if (!table) return undefined;
  const condition = where ? sql` WHERE ${{ toOperationNode: () => where.where }}` : sql``;
  const rows = sql`FROM (SELECT * FROM ${{ toOperationNode: () => target }}${condition} FOR UPDATE) AS "t"`;
  return { kind: 'change', table, watch: postgresNoting.watch(journal, { table, rows, isIndirect: false }) };
}

/** The recorded table of a node that names one, perhaps with an alias. */
function recordedTable(node: OperationNode, journal: Journal): RecordedTable | undefined {
  const named = node.kind === 'AliasNode' ? (node as unknown as { readonly node: OperationNode }).node : node;
  if (!TableNode.is(named)) return undefined;
  const { schema, identifier } = named.table;
  const id = tableId({ schema: schema?.name, name: identifier.name } satisfies TableName);
  return journal.tables.find((one) => tableId(one.table) === id);
}
