import { LRUCache } from 'lru-cache';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Parameter } from '../plan/parameter.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import { type ActionQuery, actionQuery } from './action-statements.ts';
import type { Sql } from '../model/field-type.ts';
import { collectedTable, scopeSql } from './condition.ts';
import { cascadedKeysQuery, consequencesQuery, unlinkedQuery } from './consequences.ts';
import { answerTo, inputOf, type Question, Slot, SqlContext, type SqlInput } from './context.ts';
import type { SqlDialect } from './dialect.ts';
import { outlineOf } from './outline.ts';
import { bound } from './parameters.ts';
import { countQuery, listQuery, type ReadQuery, rowQuery, suggestionsQuery } from './statements.ts';
import { deleteQuery, insertQuery, linksQuery, questionsQuery, targetsQuery, updateQuery, type WriteQuery } from './write-statements.ts';

/** SQL of a plan's shape: what every plan of that shape runs, with its own parameters. */
export interface Statement extends Omit<ReadQuery, 'query'> {
  /** Short and stable: the name of the prepared statement. */
  readonly name: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whether it may look at many rows. */
  readonly isLong: boolean;
}

/** A statement with the parameters of one plan, ready to run. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
}

/** Statements that are kept. One plan has several, where actors see other fields or rows. */
const maxStatements = 2000;

let statementCount = 0;

/**
 * What is known of the statements of a plan: what writing the SQL asks next, and where each answer leads. At the end stands
 * the statement.
 */
interface Node {
  question: Question | undefined;
  readonly answers: Map<string, Node>;
  statement: Statement | undefined;
}

interface Root extends Node {
  count: number;
}

/**
 * Compiles plans for one dialect. A statement is shared by plans that differ in their parameters alone, for actors for whom
 * all that its SQL has asked about them has the same answers. Those that were not asked for longest are forgotten.
 */
export class Compiler {
  readonly #dialect: SqlDialect;
  readonly #roots = new LRUCache<string, Root>({ max: maxStatements });
  #kept = 0;

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  /** What is to be run once the table of a run is filled, and once it is done with. */
  transactionTable(): { readonly filled: readonly string[]; readonly done: readonly string[] } {
    const texts = (queries: readonly Sql[]): string[] => queries.map((query) => this.#dialect.compile(query).sql);
    return {
      filled: texts(this.#dialect.transactionTableFilled(collectedTable)),
      done: texts(this.#dialect.transactionTableDone(collectedTable)),
    };
  }

  /** The statement of an authorized plan; from the cache where one was compiled before that does the same. */
  compile(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): BoundStatement {
    const { policy } = authorized;
    const input = inputOf<Plan | WritePlan>(authorized, this.#dialect);
    const { key, parameters } = outlineOf(input, this.#dialect, input.plan);
    const root = this.#rootOf(key);
    const found = this.#find(root, policy, parameters) ?? this.#build(root, { input, policy, parameters });
    return { statement: found.statement, parameters: found.statement.parameters.map((value) => this.#bind(value, found.parameters)) };
  }

  #bind(value: unknown, parameters: readonly Parameter[]): unknown {
    if (!(value instanceof Slot)) return value;
    const parameter = parameters[value.index];
    if (!parameter) throw new Error('A statement has more parameters than its plan.');
    return bound(parameter, this.#dialect);
  }

  #rootOf(key: string): Root {
    const known = this.#roots.get(key);
    if (known) return known;
    const root: Root = { question: undefined, answers: new Map(), statement: undefined, count: 0 };
    this.#roots.set(key, root);
    return root;
  }

  /** Forgets the plans that were not asked for longest, until few enough statements are left. */
  #forget(): void {
    while (this.#kept > maxStatements) this.#kept -= this.#roots.pop()?.count ?? this.#kept;
  }

  #find(root: Root, policy: Policy, ofPlan: readonly Parameter[]): Found | undefined {
    const parameters = [...ofPlan];
    let node: Node | undefined = root;
    while (node?.question) {
      const answer = outlineOf(answerTo(node.question, policy), this.#dialect);
      parameters.push(...answer.parameters);
      node = node.answers.get(answer.key);
    }
    return node?.statement && { statement: node.statement, parameters };
  }

  #build(root: Root, { input, policy, parameters }: ToBuild): Found {
    const context = new SqlContext({ dialect: this.#dialect, policy, parameters, scopeSql });
    const statement = statementOf(context, input);
    let node: Node = root;
    for (const { question, outline } of context.asked) {
      node.question = question;
      const next: Node = node.answers.get(outline.key) ?? { question: undefined, answers: new Map(), statement: undefined };
      node.answers.set(outline.key, next);
      node = next;
    }
    node.statement = statement;
    root.count += 1;
    this.#kept += 1;
    this.#forget();
    return { statement, parameters: context.parameters };
  }
}

/** A statement, and the parameters of the plan and of the answers that it was chosen by. */
interface Found {
  readonly statement: Statement;
  readonly parameters: readonly Parameter[];
}

interface ToBuild {
  readonly input: SqlInput<Plan | WritePlan>;
  readonly policy: Policy;
  readonly parameters: readonly Parameter[];
}

/** What is true of statements that read nothing to be served. */
const unserved = { helperColumns: 0, hasPosition: false, isJoined: false, hasActorCheck: false, computed: [] };

function statementOf(context: SqlContext, input: SqlInput<Plan | WritePlan>): Statement {
  const { query, ...columns } = { ...unserved, ...queryOf(context, input) };
  statementCount += 1;
  return { ...columns, ...context.dialect.compile(query), name: `grimoire_${statementCount}`, isLong: mayBeLong(context, input) };
}

/** One row of a table is found by its key; what it is linked with may have no index. */
function mayBeLong(context: SqlContext, { plan }: SqlInput<Plan | WritePlan>): boolean {
  return plan.kind !== 'row' || !plan.model.isTable || context.view(plan.model).fields.some((field) => field.link);
}

type Query = ReadQuery | WriteQuery | ActionQuery;

/** Writes the SQL of the plans of one kind. */
type QueryOf<P extends Plan | WritePlan> = (context: SqlContext, input: SqlInput<P>) => Query;

const queries: { readonly [K in (Plan | WritePlan)['kind']]: QueryOf<Extract<Plan | WritePlan, { readonly kind: K }>> } = {
  list: listQuery,
  row: rowQuery,
  count: countQuery,
  suggestions: suggestionsQuery,
  targets: targetsQuery,
  insert: insertQuery,
  update: updateQuery,
  delete: deleteQuery,
  link: linksQuery,
  unlink: linksQuery,
  questions: questionsQuery,
  consequences: consequencesQuery,
  action: actionQuery,
  unlinked: unlinkedQuery,
  'cascaded keys': cascadedKeysQuery,
};

function queryOf(context: SqlContext, input: SqlInput<Plan | WritePlan>): Query {
  return (queries[input.plan.kind] as QueryOf<Plan | WritePlan>)(context, input);
}
