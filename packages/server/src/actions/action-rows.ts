import type { Key } from '@grimoire/protocol';
import { type AuthorizedPlan, problemsOfOrder } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import { resolveRule } from '../authorize/resolve-rule.ts';
import { invalidParameter, RequestProblems } from '../errors/errors.ts';
import type { ActionRows, SeenOptions, TextOptions } from '../model/config/action.ts';
import type { Field } from '../model/field.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { fieldOfColumn } from '../model/path-column.ts';
import type { ModelAction } from '../model/model-action.ts';
import { type RowRule, type RuleOperator, type RuleValue, where } from '../model/config/row-rule.ts';
import { allOf, type Condition } from '../plan/condition.ts';
import { keyOnWire } from '../plan/keys.ts';
import { planOrder } from '../plan/list.ts';
import type { OrderTerm } from '../plan/plan.ts';
import type { ActionJob, ActionPlan, Chosen, TextsJob } from '../plan/write.ts';
import type { ActionStatements, TextRow } from '../store/action-statements.ts';
import { keysOf } from './lock-targets.ts';
import { flattenBatches } from './flatten-batches.ts';
import { say } from '../texts/message.ts';

/** The size of a batch if the handler names none. */
export const defaultBatch = 1000;

function requireBatch(batch: number): number {
  if (Number.isInteger(batch) && batch > 0) return batch;
  throw new RangeError(`A batch has at least one row, not ${batch}.`);
}

/** What a set of rows needs in order to read. */
export interface RowsParts {
  readonly policy: Policy;
  readonly model: Model;
  readonly action: ModelAction;
  readonly statements: ActionStatements;
}

/** The methods of every set of rows of a run, locked or from a snapshot. */
export abstract class ReadableRows {
  protected readonly parts: RowsParts;
  protected readonly chosen: Chosen;
  protected readonly narrowing: Condition;

  constructor(parts: RowsParts, chosen: Chosen, narrowing: Condition) {
    this.parts = parts;
    this.chosen = chosen;
    this.narrowing = narrowing;
  }

  where(first: RowRule | string, operator?: RuleOperator, value?: RuleValue | null | readonly RuleValue[]): ActionRows {
    const rule = typeof first === 'string' ? (where as (...parts: unknown[]) => RowRule)(first, operator, value) : first;
    const { model, policy } = this.parts;
    return this.narrowed(allOf([this.narrowing, resolveRule(model, rule, policy.registry, policy.actor)]));
  }

  count(): Promise<number> {
    return this.parts.statements.count(this.authorized({ do: 'count' }));
  }

  async ids(): Promise<Key[]> {
    const keys = await keysOf(this.parts.statements, this.authorized({ do: 'keys', locks: false, limit: undefined }));
    return keys.map((key) => keyOnWire(this.parts.model, key));
  }

  async all(): Promise<StoredRow[]> {
    const all: StoredRow[] = [];
    for await (const rows of this.batches({ do: 'read' }, defaultBatch)) all.push(...rows);
    return all;
  }

  stream({ batch = defaultBatch }: { readonly batch?: number } = {}): AsyncIterableIterator<StoredRow> {
    return flattenBatches(this.batches({ do: 'read' }, requireBatch(batch)));
  }

  asSeen({ batch = defaultBatch, fields }: SeenOptions = {}): AsyncIterableIterator<StoredRow> {
    return flattenBatches(this.batches({ do: 'show', fields: this.#shown(fields) }, requireBatch(batch)));
  }

  asText({ fields, raw = false, ordering = [], batch = defaultBatch }: TextOptions): AsyncGenerator<readonly TextRow[]> {
    const { model, policy } = this.parts;
    const related = policy.columns(model).map(fieldOfColumn);
    const own = fields.filter((name) => !related.some((field) => field.name === name));
    const shown = [...this.#shown(own), ...related];
    const ordered = fields.flatMap((name) => shown.find((field) => field.name === name) ?? []);
    return this.texts({ do: 'texts', fields: ordered, isRaw: raw, withKey: false, order: this.#order(ordering) }, requireBatch(batch));
  }

  protected authorized(job: ActionJob, chosen: Chosen = this.chosen): AuthorizedPlan<ActionPlan> {
    const { policy, model, action } = this.parts;
    return authorizeWrite({ kind: 'action', model, action, chosen, narrowing: this.narrowing, job }, policy);
  }

  protected abstract narrowed(narrowing: Condition): ActionRows;

  /** The rows of a job that reads, in the order of their keys. */
  protected abstract batches(job: ActionJob, batch: number): AsyncGenerator<readonly StoredRow[]>;

  /** The rows of a job that returns texts. */
  protected abstract texts(job: TextsJob, batch: number): AsyncGenerator<readonly TextRow[]>;

  /** The order by these names. Unknown fields and fields that the actor may not see have the same error. */
  #order(names: readonly string[]): readonly OrderTerm[] {
    if (names.length === 0) return [];
    const { model, policy } = this.parts;
    const { terms, unknown } = planOrder(model, names);
    const problems = problemsOfOrder({ model, order: terms, unknown }, policy);
    if (problems.length > 0) throw invalidParameter('ordering', ...problems);
    return terms;
  }

  /** The named fields and the key. Unknown fields and fields that the actor may not see have the same error. */
  #shown(names: readonly string[] | undefined): readonly Field[] {
    const open = this.parts.policy.actionFields(this.parts.model);
    if (names === undefined) return open;
    const problems = new RequestProblems();
    for (const name of names) if (!open.some((field) => field.name === name)) problems.add(name, say('unknownField'));
    problems.throwIfAny();
    return open.filter((field) => field.primaryKey || names.includes(field.name));
  }
}
