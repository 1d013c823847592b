import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { CountPlan, ListPlan, RowPlan, SuggestionsPlan } from '../plan/plan.ts';
import type {
  ActPlan,
  CascadedKeysPlan,
  ConsequencesPlan,
  DeletePlan,
  InsertPlan,
  LinksPlan,
  QuestionsPlan,
  TargetsPlan,
  UnlinkedPlan,
  UpdatePlan,
  WritePlan,
} from '../plan/write.ts';
import { type ActQuery, actQuery } from './act-statements.ts';
import type { Sql } from '../model/field-type.ts';
import { collectedTable, scopeSql } from './condition.ts';
import { cascadedKeysQuery, consequencesQuery, unlinkedQuery } from './consequences.ts';
import { Slot, SqlContext } from './context.ts';
import type { SqlDialect } from './dialect.ts';
import type { Shape } from './shape.ts';
import { isWrite, shapeOf } from './shape-of.ts';
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

const maxStatements = 1000;
let statementCount = 0;

/** Compiles plans for one dialect, each shape once, and forgets the shapes that were not asked for longest. */
export class Compiler {
  readonly #dialect: SqlDialect;
  readonly #statements = new Map<string, Statement>();

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

  /** The statement of an authorized plan; from the cache where its shape was compiled before. */
  compile(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): BoundStatement {
    const shape = shapeOf(authorized, this.#dialect);
    let statement = this.#statements.get(shape.key);
    if (statement) this.#statements.delete(shape.key);
    else statement = build(authorized, shape, this.#dialect);
    this.#statements.set(shape.key, statement);
    if (this.#statements.size > maxStatements) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    const parameters = statement.parameters.map((value) => (value instanceof Slot ? shape.parameters[value.index] : value));
    return { statement, parameters };
  }
}

/** What is true of statements that read nothing to be served. */
const unserved = { helperPieces: 0, hasPosition: false, isJoined: false, isWitnessed: false, computed: [] };

function build(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>, shape: Shape, dialect: SqlDialect): Statement {
  const context = new SqlContext({ dialect, policy: authorized.policy, shape, scopeSql });
  const { query, ...columns } = isWrite(authorized) ? { ...unserved, ...writeQuery(context, authorized) } : readQuery(context, authorized);
  statementCount += 1;
  return { ...columns, ...dialect.compile(query), name: `grimoire_${statementCount}`, isLong: mayBeLong(authorized) };
}

/** One row of a table is found by its key; what it is linked with may have no index. */
function mayBeLong({ plan, view }: AuthorizedPlan | AuthorizedPlan<WritePlan>): boolean {
  return plan.kind !== 'row' || !plan.model.isTable || view.fields.some((field) => field.link);
}

function readQuery(context: SqlContext, authorized: AuthorizedPlan): ReadQuery {
  switch (authorized.plan.kind) {
    case 'list':
      return listQuery(context, authorized as AuthorizedPlan<ListPlan>);
    case 'row':
      return rowQuery(context, authorized as AuthorizedPlan<RowPlan>);
    case 'count':
      return countQuery(context, authorized as AuthorizedPlan<CountPlan>);
    case 'suggestions':
      return suggestionsQuery(context, authorized as AuthorizedPlan<SuggestionsPlan>);
  }
}

function writeQuery(context: SqlContext, authorized: AuthorizedPlan<WritePlan>): WriteQuery | ActQuery {
  switch (authorized.plan.kind) {
    case 'targets':
      return targetsQuery(context, authorized as AuthorizedPlan<TargetsPlan>);
    case 'insert':
      return insertQuery(context, authorized as AuthorizedPlan<InsertPlan>);
    case 'update':
      return updateQuery(context, authorized as AuthorizedPlan<UpdatePlan>);
    case 'delete':
      return deleteQuery(context, authorized as AuthorizedPlan<DeletePlan>);
    case 'link':
    case 'unlink':
      return linksQuery(context, authorized as AuthorizedPlan<LinksPlan>);
    case 'questions':
      return questionsQuery(context, authorized as AuthorizedPlan<QuestionsPlan>);
    case 'consequences':
      return consequencesQuery(context, authorized as AuthorizedPlan<ConsequencesPlan>);
    case 'act':
      return actQuery(context, authorized as AuthorizedPlan<ActPlan>);
    case 'unlinked':
      return unlinkedQuery(context, authorized as AuthorizedPlan<UnlinkedPlan>);
    case 'cascaded keys':
      return cascadedKeysQuery(context, authorized as AuthorizedPlan<CascadedKeysPlan>);
  }
}
