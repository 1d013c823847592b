import { LRUCache } from 'lru-cache';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import type { Parameter } from '../plan/parameter.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import { type ActionQuery, actionQuery, matchingKeysQuery } from './action-statements.ts';
import { aggregateQuery } from './aggregate.ts';
import type { CompiledSql, Sql } from '../databases/sql-fragments.ts';
import type { Journal } from '../databases/recording.ts';
import { collectedTable, hasPatternOrRange, scopeSql } from './condition.ts';
import { isOneRow } from '../plan/condition.ts';
import { cascadedKeysQuery, impactQuery, declaredEffectQuery, unlinkedQuery, watchedEffectQuery } from './impact.ts';
import { changedLinksQuery } from './changed-links.ts';
import { changedRowsQuery } from './changed-rows.ts';
import { dependencyKey, inputOf, type PolicyDependency, Slot, SqlContext, type SqlInput } from './context.ts';
import type { Dialect } from '../databases/dialect.ts';
import { statementKeyOf } from './statement-key.ts';
import type { RawStatement, StatementHints } from '../databases/statement.ts';
import { accessOf } from './access-pattern.ts';
import { isCacheable } from './cacheable.ts';
import { bound } from './parameters.ts';
import { restoreQuery, setRowsQuery } from './undo.ts';
import { countQuery, listQuery, type ReadQuery, rowQuery, autocompleteQuery } from './statements.ts';
import {
  deleteQuery,
  insertQuery,
  linksQuery,
  checksQuery,
  rowsForWriteQuery,
  updateQuery,
  type Watched,
  type WriteQuery,
} from './write-statements.ts';

/** The SQL for a shape of plans: all plans of that shape run it, with their own parameters. */
export interface Statement extends Omit<ReadQuery, 'query' | 'inOrder'> {
  /** The name of the prepared statement: short and stable. */
  readonly name: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whether all rows are returned as the text of one JSON list. */
  readonly isJsonList: boolean;
  /** The models beside that of the plan whose rows the actor's scope may limit in it. */
  readonly scoped: readonly Model[];
  /** Whether it may read many rows. */
  readonly isLong: boolean;
  readonly hints: StatementHints;
  /** The table of which it notes rows in the journal, by a statement that goes before it, or by itself; only its name if that can not be done. */
  readonly watched:
    | (Omit<Watched, 'before' | 'again'> & { readonly before: CompiledSql | undefined; readonly again: CompiledSql | undefined })
    | undefined;
}

/** A statement with the parameters of one plan, ready to run. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
  /** The statement that goes before it, and notes the rows that it changes. */
  readonly watch: RawStatement | undefined;
  /** The statement in its place in a transaction that has noted rows of the table before. */
  readonly again: () => RawStatement | undefined;
}

/** The largest number of cached statements. One plan has several, because actors see different fields or rows. */
const maxStatements = 2000;

/** The longest key of a cached plan, in characters: groups of filters can have any shape, and the cache must not fill the memory. */
const maxKeyLength = 10_000;

let statementCount = 0;

/**
 * A node of the decision tree for the statements of a plan: the next dependency of the SQL, and the node for each of its values. A leaf has the
 * statement.
 */
interface Node {
  dependency: PolicyDependency | undefined;
  readonly branches: Map<string, Node>;
  statement: Statement | undefined;
}

interface Root extends Node {
  readonly isCached: boolean;
  count: number;
}

/**
 * Compiles plans for one dialect. Plans share a statement if they differ only in their parameters, and if all dependencies that the SQL asks
 * about the actor have the same values. The least recently used plans are evicted.
 */
export class Compiler {
  readonly dialect: Dialect;
  readonly #journal: Journal | undefined;
  #kept = 0;
  readonly #roots = new LRUCache<string, Root>({ max: maxStatements, dispose: ({ count }) => void (this.#kept -= count) });

  /** @param journal what is recorded of writes; nothing by default. */
  constructor(dialect: Dialect, journal?: Journal) {
    this.dialect = dialect;
    this.#journal = journal;
  }

  /** The SQL to run after the table of a run is filled, and when it is no longer needed. */
  transactionTable(): { readonly filled: readonly string[]; readonly done: readonly string[] } {
    const { fragments } = this.dialect;
    const texts = (queries: readonly Sql[]): string[] => queries.map((query) => fragments.compile(query).sql);
    return {
      filled: texts(fragments.transactionTableFilled(collectedTable)),
      done: texts(fragments.transactionTableDone(collectedTable)),
    };
  }

  /** The statement of an authorized plan; taken from the cache if an equivalent one has been compiled. */
  compile(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): BoundStatement {
    const { policy } = authorized;
    const input = inputOf<Plan | WritePlan>(authorized);
    const { key, parameters } = statementKeyOf(input, this.dialect.fragments, input.plan);
    const root = this.#rootOf(key);
    const { statement, parameters: all } = this.#find(root, policy, parameters) ?? this.#build(root, { input, policy, parameters });
    const bind = this.#binding(all);
    const { before, again } = statement.watched ?? {};
    const beside = (compiled: CompiledSql | undefined, suffix: string): RawStatement | undefined =>
      compiled && { sql: compiled.sql, parameters: bind(compiled.parameters), name: `${statement.name}_${suffix}` };
    return {
      statement,
      parameters: bind(statement.parameters),
      watch: beside(before, 'watch'),
      again: () => beside(again, 'again'),
    };
  }

  /** Binds the parameters of statements, each one once: a list may be long. */
  #binding(parameters: readonly Parameter[]): (values: readonly unknown[]) => readonly unknown[] {
    const all = new Map<number, unknown>();
    const bind = ({ index }: Slot): unknown => {
      const parameter = parameters[index];
      if (!parameter) throw new Error('A statement has more parameters than its plan.');
      if (!all.has(index)) all.set(index, bound(parameter, this.dialect.fragments));
      return all.get(index);
    };
    return (values) => values.map((value) => (value instanceof Slot ? bind(value) : value));
  }

  #rootOf(key: string): Root {
    const cached = this.#roots.get(key);
    if (cached) return cached;
    const isCached = key.length <= maxKeyLength;
    const root: Root = { dependency: undefined, branches: new Map(), statement: undefined, isCached, count: 0 };
    if (isCached) this.#roots.set(key, root);
    return root;
  }

  /** Evicts the least recently used plans until the number of statements is within the limit. */
  #forget(): void {
    while (this.#kept > maxStatements && this.#roots.size > 0) this.#roots.pop();
  }

  #find(root: Root, policy: Policy, ofPlan: readonly Parameter[]): Found | undefined {
    const parameters = [...ofPlan];
    let node: Node | undefined = root;
    while (node?.dependency) {
      const { key, parameters: own } = dependencyKey(node.dependency, policy, this.dialect.fragments);
      parameters.push(...own);
      node = node.branches.get(key);
    }
    return node?.statement && { statement: node.statement, parameters };
  }

  #build(root: Root, { input, policy, parameters }: ToBuild): Found {
    const context = new SqlContext({ dialect: this.dialect, journal: this.#journal, policy, parameters, scopeSql });
    const statement = statementOf(context, input);
    let node: Node = root;
    for (const { dependency, key } of context.dependencies) {
      node.dependency = dependency;
      const next: Node = node.branches.get(key.key) ?? { dependency: undefined, branches: new Map(), statement: undefined };
      node.branches.set(key.key, next);
      node = next;
    }
    node.statement = statement;
    if (root.isCached) {
      root.count += 1;
      this.#kept += 1;
      this.#forget();
    }
    return { statement, parameters: context.parameters };
  }
}

/** A statement, with the parameters of the plan and of the dependencies that selected it. */
interface Found {
  readonly statement: Statement;
  readonly parameters: readonly Parameter[];
}

interface ToBuild {
  readonly input: SqlInput<Plan | WritePlan>;
  readonly policy: Policy;
  readonly parameters: readonly Parameter[];
}

/** The properties of a statement that its query does not name. */
const defaults = {
  watched: undefined,
  inOrder: undefined,
  helperColumns: 0,
  cursor: 'none' as const,
  isOneText: false,
  isJsonList: false,
  computed: [],
};

function statementOf(context: SqlContext, input: SqlInput<Plan | WritePlan>): Statement {
  const { query, inOrder, watched, ...columns } = { ...defaults, ...queryOf(context, input) };
  statementCount += 1;
  return {
    ...columns,
    ...context.fragments.compile(query),
    scoped: context.dependencies
      .filter(({ dependency: { about } }) => about === 'scope' || about === 'rule')
      .map(({ dependency }) => dependency.model),
    watched: watched && {
      ...watched,
      before: watched.before && context.fragments.compile(watched.before),
      again: watched.again && context.fragments.compile(watched.again),
    },
    name: `grimoire_${statementCount}`,
    isLong: mayBeLong(context, input),
    hints: {
      isUsuallyShort: isUsuallyShort(input),
      access: accessOf(context, input, inOrder && context.fragments.compile(inOrder).sql),
      isCacheable: isCacheable(context, input),
      isPlannedForValues: dependsOnValues(input),
    },
  };
}

/** A single row of a table is found by its key, but its links may have no index. */
function mayBeLong(context: SqlContext, { plan, where }: SqlInput<Plan | WritePlan>): boolean {
  const isOfOneRow = plan.kind === 'row' || (plan.kind === 'rows for write' && isOneRow(where));
  return !isOfOneRow || !plan.model.isTable || context.access(plan.model).fields.some((field) => field.link);
}

/** What refers to a row is counted up to a limit, by foreign keys, which mostly have an index. */
function isUsuallyShort({ plan }: SqlInput<Plan | WritePlan>): boolean {
  return plan.kind === 'impact' && plan.cap !== undefined && plan.model.isTable;
}

const listing: ReadonlySet<string> = new Set<Plan['kind']>(['list', 'count', 'autocomplete', 'aggregate']);

/** Many rows or few may match a pattern or a range. Other statements are planned once. */
function dependsOnValues({ plan, where }: SqlInput<Plan | WritePlan>): boolean {
  return listing.has(plan.kind) && hasPatternOrRange(where);
}

type Query = ReadQuery | WriteQuery | ActionQuery;

/** A function that writes the SQL for plans of one kind. */
type QueryOf<P extends Plan | WritePlan> = (context: SqlContext, input: SqlInput<P>) => Query;

const queries: { readonly [K in (Plan | WritePlan)['kind']]: QueryOf<Extract<Plan | WritePlan, { readonly kind: K }>> } = {
  list: listQuery,
  row: rowQuery,
  count: countQuery,
  autocomplete: autocompleteQuery,
  aggregate: aggregateQuery,
  'changed rows': changedRowsQuery,
  'changed links': changedLinksQuery,
  'rows for write': rowsForWriteQuery,
  'matching keys': matchingKeysQuery,
  insert: insertQuery,
  update: updateQuery,
  delete: deleteQuery,
  link: linksQuery,
  unlink: linksQuery,
  checks: checksQuery,
  impact: impactQuery,
  action: actionQuery,
  unlinked: unlinkedQuery,
  'cascaded keys': cascadedKeysQuery,
  'declared effect': declaredEffectQuery,
  'watched effect': watchedEffectQuery,
  'set rows': setRowsQuery,
  restore: restoreQuery,
};

function queryOf(context: SqlContext, input: SqlInput<Plan | WritePlan>): Query {
  return (queries[input.plan.kind] as QueryOf<Plan | WritePlan>)(context, input);
}
