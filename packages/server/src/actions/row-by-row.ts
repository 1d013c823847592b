import type { ActionReport, FailedRow } from '@grimoire/protocol';
import { AdminError } from '../errors/errors.ts';
import { keyOnWire, keyTextOf } from '../plan/keys.ts';
import type { KeyValues } from '../request/key.ts';
import { ConstraintError } from '../databases/constraint-error.ts';
import { ConstraintViolation, explainBrokenRule, unattributedViolation } from '../write/constraint-violations.ts';
import { yieldEvery } from '../process/event-loop.ts';
import { rowsProcessed } from './entry.ts';
import type { LockedParts } from './locked-parts.ts';
import { Message, type Said, say, type Wording, written } from '../texts/message.ts';

/** Work that is done row by row: only the rows that fail are rolled back. */
export class RowByRowRun {
  readonly #parts: LockedParts;
  readonly #failed: FailedRow[] = [];
  readonly #failedKeys: string[] = [];
  #total = 0;

  constructor(parts: LockedParts) {
    this.#parts = parts;
  }

  get #wording(): Wording {
    return this.#parts.unit.policy.registry.wording;
  }

  /** The partial-failure report (CONTRACT §7). */
  get report(): ActionReport {
    const [total, failed] = [this.#total, this.#failed.length];
    return { message: messageOf(total, failed, this.#wording), total, succeeded: total - failed, failed: this.#failed };
  }

  /** The keys of the rows that failed, as text. */
  get failedKeys(): readonly string[] {
    return this.#failedKeys;
  }

  /** Processes a row. Throws on an error that ends the whole run. @param work returns whether the row still existed. */
  async row(key: KeyValues, work: () => Promise<boolean>): Promise<void> {
    const { unit, model } = this.#parts;
    await yieldEvery(this.#total);
    try {
      if (await unit.writes.savepoint(work)) this.#total += 1;
    } catch (error) {
      const message = await this.#saidOf(error);
      if (message === null || unit.writes.isOver) throw error;
      this.#total += 1;
      this.#failed.push({ pk: keyOnWire(model, key), detail: written(message, this.#wording) });
      this.#failedKeys.push(keyTextOf(model, key));
    }
  }

  /** The text of the report for a failure; null if the failure is not about this row alone. */
  async #saidOf(raw: unknown): Promise<Said | null> {
    const { log, unit } = this.#parts;
    const error = log.translate(raw);
    if (error instanceof ConstraintViolation)
      return (await explainBrokenRule(error, unit.policy, async ({ columns }) => columns)).said.detail;
    if (error instanceof ConstraintError) return unattributedViolation(error).said.detail;
    if (error instanceof AdminError) return error.status >= 500 ? null : error.said.detail;
    log.rowFailed(error);
    return new Message('code_internal', {});
  }
}

function messageOf(total: number, failed: number, wording: Wording): string {
  return written(failed === 0 ? rowsProcessed(total) : say('partlyDone', { done: total - failed, total, count: failed }), wording);
}

/** The report of two runs row by row together. */
export function merged(first: ActionReport | undefined, second: ActionReport, wording: Wording): ActionReport {
  if (!first) return second;
  const [total, failed] = [first.total + second.total, [...first.failed, ...second.failed]];
  return { message: messageOf(total, failed.length, wording), total, succeeded: total - failed.length, failed };
}
