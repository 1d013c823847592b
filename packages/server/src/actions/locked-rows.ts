import type { ActionReport } from '@grimoire/protocol';
import { AdminError } from '../errors.ts';
import type { ActionRows, EachRow } from '../model/action.ts';
import type { Field } from '../model/field.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import type { StoredRow } from '../model/hooks.ts';
import { checkValue, parseInput } from '../model/input.ts';
import { type Condition, everyRow } from '../plan/condition.ts';
import type { ActJob, Chosen } from '../plan/write.ts';
import type { KeyValues } from '../request/key.ts';
import { underRules } from '../write/broken-rules.ts';
import { maxBulk } from '../write/bulk.ts';
import { assignmentsOf } from '../write/save.ts';
import type { WriteSession } from '../write/session.ts';
import type { TextRow } from '../store/acts.ts';
import { ReadableRows, type RowsParts, type WriteDown } from './action-rows.ts';
import { keysOf } from './claim.ts';
import { EachRun } from './each-run.ts';
import type { RunLog } from './run.ts';

/** What the rows of a run that writes need. */
export interface LockedParts extends RowsParts {
  readonly session: WriteSession;
  readonly log: RunLog;
  /** How many rows were noted, where they are not known by their keys. */
  readonly count: number;
  /** Hears the report of a run row by row. */
  readonly reported: (report: ActionReport) => void;
}

/** The rows of a run that writes: locked until its transaction ends. */
export class LockedRows extends ReadableRows implements ActionRows {
  readonly #parts: LockedParts;

  constructor(parts: LockedParts, chosen: Chosen, narrowing: Condition = everyRow) {
    super(parts, chosen, narrowing);
    this.#parts = parts;
  }

  async update(values: Readonly<Record<string, unknown>>): Promise<number> {
    const { model, session, acts } = this.#parts;
    const change = { values: this.#read(values), links: new Map<Field, readonly Value[]>() };
    if (change.values.size === 0) return this.count();
    const row = { model, key: null, before: {}, change, requested: new Set<Field>() };
    const assignments = assignmentsOf(session, row);
    const about = { model, fields: assignments.map(({ field }) => field) };
    return underRules(about, () => acts.change(this.plan({ do: 'update', values: assignments })));
  }

  async delete(): Promise<number> {
    const { model, acts } = this.#parts;
    return underRules({ model, fields: [] }, () => acts.change(this.plan({ do: 'delete' })));
  }

  async each(work: EachRow): Promise<ActionReport> {
    const keys = await keysOf(this.#parts.acts, this.plan({ do: 'keys', isLocked: false, limit: maxBulk + 1 }));
    if (keys.length > maxBulk) {
      throw new AdminError('action_failed', { detail: `These are more than ${maxBulk} rows, too many to be done one by one.` });
    }
    const run = new EachRun(this.#parts);
    for (const key of keys) await run.row(key, () => this.#one(key, work));
    this.#parts.reported(run.report);
    return run.report;
  }

  protected narrowed(narrowing: Condition): ActionRows {
    return new LockedRows(this.#parts, this.chosen, narrowing);
  }

  protected async *batches(job: ActJob, batch: number): AsyncGenerator<readonly StoredRow[]> {
    for (const chosen of this.#portions(batch)) yield this.#parts.acts.rows(this.plan(job, chosen));
  }

  protected async *texts(job: WriteDown, batch: number): AsyncGenerator<readonly TextRow[]> {
    for (const chosen of this.#portions(batch)) yield this.#parts.acts.texts(this.plan(job, chosen));
  }

  /** Runs the work on one row, as it is by now. @returns whether it is still there. */
  async #one(key: KeyValues, work: EachRow): Promise<boolean> {
    const one = new LockedRows(this.#parts, { kind: 'keys', keys: [key] }, this.narrowing);
    const [row] = await this.#parts.acts.rows(one.plan({ do: 'read' }));
    if (!row) return false;
    await work(row, one);
    return true;
  }

  *#portions(batch: number): Generator<Chosen> {
    if (this.chosen.kind === 'keys') {
      for (let start = 0; start < this.chosen.keys.length; start += batch) {
        yield { kind: 'keys', keys: this.chosen.keys.slice(start, start + batch) };
      }
      return;
    }
    for (let from = 1; from <= this.#parts.count; from += batch) yield { kind: 'collected', range: { from, to: from + batch - 1 } };
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
