import type { ActionReport, Key } from '@grimoire/protocol';
import { AdminError } from '../errors.ts';
import type { ActionRows, EachRow } from '../model/action.ts';
import type { Field } from '../model/field.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import type { StoredRow } from '../model/hooks.ts';
import { checkValue, parseInput } from '../model/input.ts';
import { type Condition, everyRow } from '../plan/condition.ts';
import { plain } from '../plan/parameter.ts';
import type { ActJob, Chosen, ClaimedKeys } from '../plan/write.ts';
import { underRules } from '../write/broken-rules.ts';
import { maxBulk } from '../write/bulk.ts';
import { assignmentsOf } from '../write/save.ts';
import type { WriteSession } from '../write/session.ts';
import type { TextRow } from '../store/acts.ts';
import { ReadableRows, type RowsParts, type WriteDown } from './action-rows.ts';
import { claimedKeysOf, partOf } from './claim.ts';
import { EachRun } from './each-run.ts';
import { turnForOthers } from '../write/pause.ts';
import type { Model } from '../model/model.ts';
import type { RunLog } from './run.ts';
import type { UnderWay } from './under-way.ts';

/** What the rows of a run that writes need. */
export interface LockedParts extends RowsParts {
  readonly session: WriteSession;
  readonly log: RunLog;
  /** How many rows were noted, where they are not known by their keys. */
  readonly count: number;
  readonly underWay: UnderWay;
  /** Hears the report of a run row by row, and the keys of the rows that failed, as text. */
  readonly reported: (report: ActionReport, failed: readonly string[]) => void;
}

/** The rows of a run that writes: locked until its transaction ends. */
export class LockedRows extends ReadableRows implements ActionRows {
  readonly #parts: LockedParts;
  /** Whether this is the one row of a work row by row. */
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
    return this.#follow(this.#parts.underWay.inTurn(() => this.#each(work)));
  }

  #follow<T>(job: Promise<T>): Promise<T> {
    return this.#parts.underWay.follow(job);
  }

  async #update(values: Readonly<Record<string, unknown>>): Promise<number> {
    const { model, session, acts } = this.#parts;
    requireOpen(model);
    const change = { values: this.#read(values), links: new Map<Field, readonly Value[]>() };
    if (change.values.size === 0) return this.count();
    const row = { model, key: null, before: {}, change, requested: new Set<Field>() };
    const assignments = assignmentsOf(session, row);
    const about = { model, fields: assignments.map(({ field }) => field) };
    return underRules(about, () => acts.change(this.plan({ do: 'update', values: assignments })));
  }

  async #delete(): Promise<number> {
    const { model, acts } = this.#parts;
    requireOpen(model);
    return underRules({ model, fields: null }, () => acts.change(this.plan({ do: 'delete' })));
  }

  async #each(work: EachRow): Promise<ActionReport> {
    const keys = await claimedKeysOf(this.#parts.acts, this.plan({ do: 'keys', isLocked: false, limit: maxBulk + 1 }));
    if (keys.length > maxBulk) {
      throw new AdminError('action_failed', { detail: `These are more than ${maxBulk} rows, too many to be done one by one.` });
    }
    const run = new EachRun(this.#parts);
    for (const [index, key] of keys.entries()) await run.row(key, () => this.#one(partOf(keys, index, index + 1), work));
    // What is done inside the work on a row is told by that row.
    if (!this.#isNested) this.#parts.reported(run.report, run.failedKeys);
    return run.report;
  }

  protected narrowed(narrowing: Condition): ActionRows {
    return new LockedRows(this.#parts, this.chosen, narrowing, this.#isNested);
  }

  protected async *batches(job: ActJob, batch: number): AsyncGenerator<readonly StoredRow[]> {
    for (const chosen of this.#portions(batch)) {
      yield this.#parts.acts.rows(this.plan(job, chosen));
      await turnForOthers();
    }
  }

  protected async *texts(job: WriteDown, batch: number): AsyncGenerator<readonly TextRow[]> {
    for (const chosen of this.#portions(batch)) {
      yield this.#parts.acts.texts(this.plan(job, chosen));
      await turnForOthers();
    }
  }

  /** Runs the work on one row, as it is by now. @returns whether it is still there. */
  async #one(keys: ClaimedKeys, work: EachRow): Promise<boolean> {
    const one = new LockedRows(this.#parts, { kind: 'claimed', keys }, this.narrowing, true);
    const [row] = await this.#parts.acts.rows(one.plan({ do: 'read' }));
    if (!row) return false;
    await work(row, one);
    return true;
  }

  *#portions(batch: number): Generator<Chosen> {
    if (this.chosen.kind === 'claimed') {
      for (let start = 0; start < this.chosen.keys.length; start += batch) {
        yield { kind: 'claimed', keys: partOf(this.chosen.keys, start, start + batch) };
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
        const value = parseInput(field, raw);
        checkValue(field, value);
        read.set(field, value);
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error;
        throw new AdminError('action_failed', { detail: `${field.verboseName}: ${error.message}`, cause: error });
      }
    }
    return read;
  }
}

/** Users and groups are changed under their guards, or not at all. */
function requireOpen({ key, isGuarded }: Model): void {
  if (isGuarded) throw new Error(`Rows of ${key} are not changed by an action: nobody would see that nobody gives what they lack.`);
}
