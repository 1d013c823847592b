import type { ActionReport, FailedRow } from '@grimoire/protocol';
import { AdminError } from '../errors.ts';
import { keyOnWire, keyTextOf } from '../plan/keys.ts';
import type { KeyValues } from '../request/key.ts';
import { ConstraintError } from '../databases/constraint-error.ts';
import { ConstraintViolation, explainBrokenRule, unattributedViolation } from '../write/constraint-violations.ts';
import { yieldEvery } from '../write/event-loop.ts';
import { rowsProcessed } from './entry.ts';
import type { LockedParts } from './locked-parts.ts';

/** Work that is done row by row: only the rows that fail are rolled back. */
export class RowByRowRun {
  readonly #parts: LockedParts;
  readonly #failed: FailedRow[] = [];
  readonly #failedKeys: string[] = [];
  #total = 0;

  constructor(parts: LockedParts) {
    this.#parts = parts;
  }

  /** The partial-failure report (CONTRACT §7). */
  get report(): ActionReport {
    const [total, failed] = [this.#total, this.#failed.length];
    return { message: messageOf(total, failed), total, succeeded: total - failed, failed: this.#failed };
  }

  /** The keys of the rows that failed, as text. */
  get failedKeys(): readonly string[] {
    return this.#failedKeys;
  }

  /** Processes a row. Throws on an error that ends the whole run. @param work returns whether the row still existed. */
  async row(key: KeyValues, work: () => Promise<boolean>): Promise<void> {
    const { session, model } = this.#parts;
    await yieldEvery(this.#total);
    try {
      if (await session.writes.savepoint(work)) this.#total += 1;
    } catch (error) {
      const detail = await this.#detailOf(error);
      if (detail === null || session.writes.isOver) throw error;
      this.#total += 1;
      this.#failed.push({ pk: keyOnWire(model, key), detail });
      this.#failedKeys.push(keyTextOf(model, key));
    }
  }

  /** The text of the report for a failure; null if the failure is not about this row alone. */
  async #detailOf(raw: unknown): Promise<string | null> {
    const { log, session } = this.#parts;
    const error = log.translate(raw);
    if (error instanceof ConstraintViolation)
      return (await explainBrokenRule(error, session.policy, async ({ columns }) => columns)).detail;
    if (error instanceof ConstraintError) return unattributedViolation(error).detail;
    if (error instanceof AdminError) return error.status >= 500 ? null : error.detail;
    log.rowFailed(error);
    return 'Internal error.';
  }
}

function messageOf(total: number, failed: number): string {
  return failed === 0 ? rowsProcessed(total) : `${total - failed} of ${total} done, ${failed} failed.`;
}

/** The report of two runs row by row together. */
export function merged(first: ActionReport | undefined, second: ActionReport): ActionReport {
  if (!first) return second;
  const [total, failed] = [first.total + second.total, [...first.failed, ...second.failed]];
  return { message: messageOf(total, failed.length), total, succeeded: total - failed.length, failed };
}
