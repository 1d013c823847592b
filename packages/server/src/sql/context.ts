import { sql } from 'kysely';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { ModelView, Policy } from '../authorize/policy.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import type { ActorCheck } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import type { Sql } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { Condition } from '../plan/condition.ts';
import { type Parameter, plain } from '../plan/parameter.ts';
import type { SqlDialect } from './dialect.ts';
import { type Outline, outlineOf, type SqlPlan } from './outline.ts';
import { formOf } from './parameters.ts';

/** Stands in a compiled statement where a parameter of the plan goes. */
export class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** What is written as SQL: a plan that was let through, without what the SQL can't depend on. */
export interface SqlInput<P extends Plan | WritePlan = Plan> {
  readonly plan: SqlPlan<P>;
  /** Which rows, within the actor's scope. */
  readonly where: Condition;
  /** What the statement has to say of the actor, where it has to. */
  readonly actorCheck: { readonly key: Parameter<'plain'>; readonly query: ActorCheck['query'] } | undefined;
}

/** What is written as SQL of an authorized plan. */
export function inputOf<P extends Plan | WritePlan>({ plan, where, policy }: AuthorizedPlan<P>, dialect: SqlDialect): SqlInput<P> {
  const isCarrier = dialect.joinsPages && (plan.kind === 'list' || plan.kind === 'row');
  const actorCheck = isCarrier && !policy.isConfirmed ? policy.actor.actorCheck : undefined;
  return { plan: plan as SqlPlan<P>, where, actorCheck: actorCheck && { key: plain(actorCheck.key), query: actorCheck.query } };
}

/** What the SQL of a model's rows depends on, as one actor sees them. */
export type RowView = Pick<ModelView, 'model' | 'fields' | 'hasLabel' | 'labelFields'> & { readonly isViewed: boolean };

/** Something that the SQL depends on beside the plan: what the actor sees of a model, or which of its rows. */
export interface Question {
  readonly about: 'view' | 'scope';
  readonly model: Model;
}

/** The answer to a question, for one actor. */
export function answerTo({ about, model }: Question, policy: Policy): RowView | Condition {
  const { scope, fields, hasLabel, labelFields, rights } = policy.view(model);
  return about === 'scope' ? scope : { model, fields, hasLabel, labelFields, isViewed: rights.view };
}

/** A question that was asked while SQL was written, and its answer taken apart. */
export interface Asked {
  readonly question: Question;
  readonly outline: Outline;
}

/** Writes the actor's scope of a model, whose rows are known by an alias. */
export type ScopeSql = (context: SqlContext, model: Model, alias: string) => Sql;

interface ContextParts {
  readonly dialect: SqlDialect;
  readonly policy: Policy;
  /** Those of the plan. */
  readonly parameters: readonly Parameter[];
  /** Conditions are written of columns, and columns of links have conditions. */
  readonly scopeSql: ScopeSql;
}

/**
 * What writing the SQL of one plan needs. It gives all that the SQL may depend on beside the plan, and notes what was asked
 * for: the cache of statements asks the same of the next plan.
 */
export class SqlContext {
  readonly dialect: SqlDialect;
  /** In the order in which they were asked. */
  readonly asked: Asked[] = [];
  readonly #policy: Policy;
  readonly #parameters: Parameter[];
  readonly #scopeSql: ScopeSql;
  readonly #views = new Map<Model, RowView>();
  readonly #scopes = new Map<Model, Condition>();
  #aliases = 0;

  constructor({ dialect, policy, parameters, scopeSql }: ContextParts) {
    this.dialect = dialect;
    this.#policy = policy;
    this.#parameters = [...parameters];
    this.#scopeSql = scopeSql;
  }

  /** The parameters of the plan, and then those of the answers. */
  get parameters(): readonly Parameter[] {
    return this.#parameters;
  }

  /** What the actor sees of a model. */
  view(model: Model): RowView {
    const known = this.#views.get(model);
    if (known) return known;
    const view = this.#ask({ about: 'view', model }) as RowView;
    this.#views.set(model, view);
    return view;
  }

  /** Which rows of a model the actor may touch. */
  scope(model: Model): Condition {
    const known = this.#scopes.get(model);
    if (known) return known;
    const scope = this.#ask({ about: 'scope', model }) as Condition;
    this.#scopes.set(model, scope);
    return scope;
  }

  /** The condition that limits the rows of a table to those that the actor may touch. */
  scopeSql(model: Model, alias: string): Sql {
    return this.#scopeSql(this, model, alias);
  }

  /** The model that a field points to. */
  targetOf(field: Field): Model {
    return this.#policy.registry.targetOf(field);
  }

  /** The place of a parameter of the plan, or of an answer. */
  parameter(parameter: Parameter): Sql {
    const index = this.#parameters.indexOf(parameter);
    if (index === -1) throw new Error('The SQL uses a parameter that its plan does not have.');
    return sql.val(new Slot(index));
  }

  /** What the SQL of a search depends on in its texts. */
  formOf(parameter: Parameter<'search'>): string {
    return formOf(parameter, this.dialect);
  }

  /** A table alias that no other has. */
  alias(): string {
    this.#aliases += 1;
    return `r${this.#aliases}`;
  }

  #ask(question: Question): RowView | Condition {
    const answer = answerTo(question, this.#policy);
    const outline = outlineOf(answer, this.dialect);
    this.asked.push({ question, outline });
    this.#parameters.push(...outline.parameters);
    return answer;
  }
}
