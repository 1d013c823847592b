import { sql } from 'kysely';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { ModelAccess, Policy } from '../authorize/policy.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import type { Field } from '../model/field.ts';
import type { Sql, SqlFragments } from '../databases/sql-fragments.ts';
import type { Model, PathColumn } from '../model/model.ts';
import type { Condition } from '../plan/condition.ts';
import type { Parameter } from '../plan/parameter.ts';
import type { Dialect } from '../databases/dialect.ts';
import type { Journal, RecordedTable } from '../databases/recording.ts';
import type { NotingFragments } from '../databases/recording-fragments.ts';
import { type TableName, tableId } from '../model/table.ts';
import { type TypeSql, typeSql } from '../databases/type-sql.ts';
import { type StatementKey, statementKeyOf, type SqlPlan } from './statement-key.ts';
import { formOf } from './parameters.ts';

/** How rows of a table are noted in the journal. */
export interface Recording {
  readonly fragments: NotingFragments;
  readonly journal: Journal;
  readonly table: RecordedTable;
}

/** A placeholder for a parameter in a compiled statement. */
export class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** The input for writing SQL: an authorized plan, without the parts that the SQL cannot depend on. */
export interface SqlInput<P extends Plan | WritePlan = Plan> {
  readonly plan: SqlPlan<P>;
  /** The condition for the rows, including the actor's scope. */
  readonly where: Condition;
}

/** The input for writing the SQL of an authorized plan. */
export function inputOf<P extends Plan | WritePlan>({ plan, where }: AuthorizedPlan<P>): SqlInput<P> {
  return { plan: plan as SqlPlan<P>, where };
}

/** What the SQL for a model's rows depends on, for one actor. */
export type RowAccess = Pick<ModelAccess, 'model' | 'fields' | 'hasLabel' | 'labelFields'> & { readonly isViewed: boolean };

/** The columns of related rows that an actor may see in rows of a model. */
interface SeenColumns {
  readonly columns: readonly PathColumn[];
}

/** A dependency of the SQL beside the plan: the actor's view of a model, its columns of related rows, their scope of it, or their row rule for it. */
export interface PolicyDependency {
  readonly about: 'view' | 'columns' | 'scope' | 'rule';
  readonly model: Model;
}

/** The value of a dependency, for one actor. */
export function resolveDependency({ about, model }: PolicyDependency, policy: Policy): RowAccess | SeenColumns | Condition {
  if (about === 'columns') return { columns: policy.columns(model) };
  const { scope, rule, fields, hasLabel, labelFields, rights } = policy.access(model);
  if (about === 'rule') return rule;
  return about === 'scope' ? scope : { model, fields, hasLabel, labelFields, isViewed: rights.view };
}

const keys = new WeakMap<object, StatementKey>();

/** The key of the value of a dependency. A policy gives the same object for many requests, so that its key is computed once. */
export function dependencyKey({ about, model }: PolicyDependency, policy: Policy, fragments: SqlFragments): StatementKey {
  const part = partOf({ about, model }, policy);
  const cached = keys.get(part);
  if (cached) return cached;
  const key = statementKeyOf(resolveDependency({ about, model }, policy), fragments);
  // The key of a parameter depends on the dialect.
  if (key.parameters.length === 0) keys.set(part, key);
  return key;
}

function partOf({ about, model }: PolicyDependency, policy: Policy): object {
  if (about === 'columns') return policy.columns(model);
  const view = policy.access(model);
  return about === 'view' ? view : view[about];
}

/** A dependency that was read while SQL was written, with the key of its value. */
export interface RecordedDependency {
  readonly dependency: PolicyDependency;
  readonly key: StatementKey;
}

/** Writes the actor's scope of a model whose rows have this alias. */
export type ScopeSql = (context: SqlContext, model: Model, alias: string) => Sql;

interface ContextParts {
  readonly dialect: Dialect;
  readonly journal: Journal | undefined;
  readonly policy: Policy;
  /** The parameters of the plan. */
  readonly parameters: readonly Parameter[];
  /** Passed in to avoid a circular import: conditions use columns, and columns of links use conditions. */
  readonly scopeSql: ScopeSql;
}

/**
 * The context for writing the SQL of one plan. It provides everything that the SQL may depend on beside the plan, and records each
 * dependency that is read: the statement cache reads the same dependencies for the next plan.
 */
export class SqlContext {
  readonly dialect: Dialect;
  /** The dependencies in the order in which they were read. */
  readonly dependencies: RecordedDependency[] = [];
  readonly #journal: Journal | undefined;
  readonly #policy: Policy;
  readonly #parameters: Parameter[];
  readonly #scopeSql: ScopeSql;
  readonly #views = new Map<Model, RowAccess>();
  readonly #scopes = new Map<Model, Condition>();
  readonly #rules = new Map<Model, Condition>();
  #aliases = 0;

  constructor({ dialect, journal, policy, parameters, scopeSql }: ContextParts) {
    this.dialect = dialect;
    this.#journal = journal;
    this.#policy = policy;
    this.#parameters = [...parameters];
    this.#scopeSql = scopeSql;
  }

  get fragments(): SqlFragments {
    return this.dialect.fragments;
  }

  /** Whether statements note the rows that they change. */
  get isRecording(): boolean {
    return this.dialect.recording.noting !== null && this.#journal !== undefined;
  }

  /** How a statement notes rows of a table; undefined if they are not recorded, or if the database tells by itself what was changed. */
  recordingOf(table: TableName): Recording | undefined {
    const { noting: fragments } = this.dialect.recording;
    const recorded = this.recordedTable(table);
    return recorded && fragments ? { fragments, ...recorded } : undefined;
  }

  /** A table with the journal that has its changes; undefined if they are not recorded. */
  recordedTable(table: TableName): Omit<Recording, 'fragments'> | undefined {
    const journal = this.#journal;
    const id = tableId(table);
    const recorded = journal?.tables.find((one) => tableId(one.table) === id);
    return journal && recorded ? { journal, table: recorded } : undefined;
  }

  /** The SQL of a field's type. */
  typeSql(field: Field): TypeSql {
    return typeSql(this.dialect.types, field);
  }

  /** The parameters of the plan, followed by those of the dependencies. */
  get parameters(): readonly Parameter[] {
    return this.#parameters;
  }

  /** The actor's view of a model. */
  access(model: Model): RowAccess {
    const cached = this.#views.get(model);
    if (cached) return cached;
    const view = this.#resolve({ about: 'view', model }) as RowAccess;
    this.#views.set(model, view);
    return view;
  }

  /** The columns of related rows that the actor may see in rows of a model. */
  columns(model: Model): readonly PathColumn[] {
    return model.pathColumns.length === 0 ? model.pathColumns : (this.#resolve({ about: 'columns', model }) as SeenColumns).columns;
  }

  /** The condition for the rows of a model that the actor may see and change. */
  scope(model: Model): Condition {
    const cached = this.#scopes.get(model);
    if (cached) return cached;
    const scope = this.#resolve({ about: 'scope', model }) as Condition;
    this.#scopes.set(model, scope);
    return scope;
  }

  /** The condition for the rows of a model that the row rule allows to the actor, also in the trash. */
  rule(model: Model): Condition {
    if (!model.softDelete) return this.scope(model);
    const cached = this.#rules.get(model);
    if (cached) return cached;
    const rule = this.#resolve({ about: 'rule', model }) as Condition;
    this.#rules.set(model, rule);
    return rule;
  }

  /** SQL that limits the rows of a table to the actor's scope. */
  scopeSql(model: Model, alias: string): Sql {
    return this.#scopeSql(this, model, alias);
  }

  /** The model that a field references. */
  targetOf(field: Field): Model {
    return this.#policy.registry.targetOf(field);
  }

  /** The placeholder for a parameter of the plan, or of a dependency. */
  parameter(parameter: Parameter): Sql {
    const index = this.#parameters.indexOf(parameter);
    if (index === -1) throw new Error('The SQL uses a parameter that its plan does not have.');
    return sql.val(new Slot(index));
  }

  /** The property of a search's texts that the SQL depends on. */
  formOf(parameter: Parameter<'search'>): string {
    return formOf(parameter, this.fragments);
  }

  /** A unique table alias. */
  alias(): string {
    this.#aliases += 1;
    return `r${this.#aliases}`;
  }

  #resolve(dependency: PolicyDependency): RowAccess | SeenColumns | Condition {
    const value = resolveDependency(dependency, this.#policy);
    const key = dependencyKey(dependency, this.#policy, this.fragments);
    this.dependencies.push({ dependency, key });
    this.#parameters.push(...key.parameters);
    return value;
  }
}
