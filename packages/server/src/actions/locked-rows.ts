import type { ActionReport, Key } from '@grimoire/protocol';
import { AdminError } from '../errors/errors.ts';
import type { ActionRows, EachRow } from '../model/config/action.ts';
import type { Field } from '../model/field.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { checkValue, parseInput } from '../model/input.ts';
import { type Condition, everyRow } from '../plan/condition.ts';
import { plain } from '../plan/parameter.ts';
import type { ActionJob, Chosen, LockedKeys, TextsJob } from '../plan/write.ts';
import { applyDeclaredEffectsOfHandler, isReferencedByDeclaration } from '../write/declared-effects.ts';
import { cascadeOf } from '../write/impact.ts';
import { effectsOf } from '../write/watched-effects.ts';
import { withConstraintErrors } from '../write/constraint-violations.ts';
import { maxBulk } from '../write/bulk.ts';
import { assignmentsOf } from '../write/save.ts';
import { deletion } from '../write/soft-delete.ts';
import type { TextRow } from '../store/action-statements.ts';
import { ReadableRows } from './action-rows.ts';
import { lockedKeysOf, partOf } from './lock-targets.ts';
import { RowByRowRun } from './row-by-row.ts';
import { yieldToEventLoop } from '../process/event-loop.ts';
import type { Model } from '../model/model.ts';
import type { LockedParts } from './locked-parts.ts';
import { say } from '../texts/message.ts';

/** The rows of a run that writes: locked until its transaction ends. */
export class LockedRows extends ReadableRows implements ActionRows {
  readonly #parts: LockedParts;
  /** Whether this is the single row that is passed to the callback of `each`. */
  readonly #isNested: boolean;

  constructor(parts: LockedParts, chosen: Chosen, narrowing: Condition = everyRow, isNested = false) {
    super(parts, chosen, narrowing);
    this.#parts = parts;
    this.#isNested = isNested;
  }

  override count(): Promise<number> {
    return this.#follow(super.count());
  }

  override ids(): Promise<Key[]> {
    return this.#follow(super.ids());
  }

  override all(): Promise<StoredRow[]> {
    return this.#follow(super.all());
  }

  update(values: Readonly<Record<string, unknown>>): Promise<number> {
    return this.#follow(this.#update(values));
  }

  delete(): Promise<number> {
    return this.#follow(this.#delete());
  }

  each(work: EachRow): Promise<ActionReport> {
    return this.#follow(this.#parts.pendingCalls.inTurn(() => this.#each(work)));
  }

  #follow<T>(job: Promise<T>): Promise<T> {
    return this.#parts.pendingCalls.follow(job);
  }

  async #update(values: Readonly<Record<string, unknown>>): Promise<number> {
    const { model, unit, statements } = this.#parts;
    requireOpen(model);
    const change = { values: this.#read(values), links: new Map<Field, readonly Value[]>() };
    if (change.values.size === 0) return this.count();
    const assignments = assignmentsOf(unit, { model, change, requested: new Set(), isNew: false });
    const about = { model, fields: assignments.map(({ field }) => field) };
    return withConstraintErrors(about, () => statements.change(this.authorized({ do: 'update', values: assignments })));
  }

  async #delete(): Promise<number> {
    const { model, unit, statements } = this.#parts;
    requireOpen(model);
    const { softDelete: field } = model;
    if (!field) {
      unit.recordErased();
      if (isReferencedByDeclaration(model, unit.policy)) {
        const keys = await this.#keys();
        if (keys.length > 0) await applyDeclaredEffectsOfHandler(unit, model, keys);
      }
      if (unit.writes.notesRows) {
        const cascade = cascadeOf(model, unit.policy);
        const effects = effectsOf(cascade).map((effect) => this.authorized({ do: 'watch', cascade, effect }));
        if (effects.length > 0) statements.watch(this.authorized({ do: 'delete' }), effects);
      }
      return withConstraintErrors({ model, fields: null }, () => statements.change(this.authorized({ do: 'delete' })));
    }
    const values = deletion(unit, model, field);
    return withConstraintErrors({ model, fields: [field] }, () => statements.change(this.authorized({ do: 'update', values })));
  }

  /** The keys of the rows. Throws a 400 if there are too many to be named. */
  async #keys(): Promise<LockedKeys> {
    const keys = await lockedKeysOf(this.#parts.statements, this.authorized({ do: 'keys', locks: false, limit: maxBulk + 1 }));
    if (keys.length > maxBulk) throw new AdminError('action_failed', { detail: say('tooManyRows', { count: maxBulk }) });
    return keys;
  }

  async #each(work: EachRow): Promise<ActionReport> {
    const keys = await this.#keys();
    const run = new RowByRowRun(this.#parts);
    for (const [index, key] of keys.entries()) await run.row(key, () => this.#one(partOf(keys, index, index + 1), work));
    // Nested work is reported by the row that it belongs to.
    if (!this.#isNested) this.#parts.reported(run.report, run.failedKeys);
    return run.report;
  }

  protected narrowed(narrowing: Condition): ActionRows {
    return new LockedRows(this.#parts, this.chosen, narrowing, this.#isNested);
  }

  protected async *batches(job: ActionJob, batch: number): AsyncGenerator<readonly StoredRow[]> {
    for (const chosen of this.#portions(batch)) {
      yield this.#parts.statements.rows(this.authorized(job, chosen));
      await yieldToEventLoop();
    }
  }

  protected async *texts(job: TextsJob, batch: number): AsyncGenerator<readonly TextRow[]> {
    // A portion is found by its keys.
    if (job.order.length > 0)
      throw new Error("Only an action with returns: 'file' reads its rows in another order than that of their keys.");
    for (const chosen of this.#portions(batch)) {
      yield this.#parts.statements.texts(this.authorized(job, chosen));
      await yieldToEventLoop();
    }
  }

  /** Runs the callback on one row, as it is now. @returns whether the row still exists. */
  async #one(keys: LockedKeys, work: EachRow): Promise<boolean> {
    const one = new LockedRows(this.#parts, { kind: 'locked', keys }, this.narrowing, true);
    const [row] = await this.#parts.statements.rows(one.authorized({ do: 'read' }));
    if (!row) return false;
    await work(row, one);
    return true;
  }

  *#portions(batch: number): Generator<Chosen> {
    if (this.chosen.kind === 'locked') {
      for (let start = 0; start < this.chosen.keys.length; start += batch) {
        yield { kind: 'locked', keys: partOf(this.chosen.keys, start, start + batch) };
      }
      return;
    }
    for (let from = 1; from <= this.#parts.count; from += batch)
      yield { kind: 'collected', range: { from: plain(from), to: plain(from + batch - 1) } };
  }

  #read(values: Readonly<Record<string, unknown>>): Map<Field, Value> {
    const { model } = this.#parts;
    const read = new Map<Field, Value>();
    for (const [name, raw] of Object.entries(values)) {
      if (raw === undefined) continue;
      const field = model.fieldByName.get(name);
      if (!field || field.link || field.primaryKey) throw new Error(`"${name}" is no field of ${model.key} that can be updated.`);
      try {
        read.set(field, checkValue(field, parseInput(field, raw)));
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error;
        throw new AdminError('action_failed', { detail: say('ofField', { name: field.verboseName, message: error.said }), cause: error });
      }
    }
    return read;
  }
}

/** Users and groups are changed only by the writes that their guards check. */
function requireOpen({ key, guard }: Model): void {
  if (guard)
    throw new Error(`Rows of ${key} are not changed by an action: nothing would check that the user holds the rights that they give.`);
}
