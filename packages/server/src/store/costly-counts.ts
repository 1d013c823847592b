import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RawStatement } from '../databases/statement.ts';
import { exactText } from '../model/exact-text.ts';

/** Milliseconds that a count is remembered. */
const lifetime = 60_000;

/** The largest number of remembered counts. */
const maxCounts = 1000;

/** More rows than a database is expected to count in a millisecond: of a model with a costly count, a larger one is not begun. */
const rowsPerMillisecond = 20_000;

/** The number that is given instead of a count. */
interface Remembered {
  readonly count: number;
  /** Whether it was counted, and not estimated. */
  readonly wasCounted: boolean;
}

/** The counts that are not repeated for a minute: those that took longer than their budget, and those of very many rows. */
export class CostlyCounts {
  readonly #remembered = new LRUCache<string, Remembered>({ max: maxCounts, ttl: lifetime });
  /** Models with a count that took longer than its budget. */
  readonly #models = new LRUCache<string, true>({ max: maxCounts, ttl: lifetime });

  rememberedFor(statement: RawStatement): Remembered | undefined {
    const key = keyOf(statement);
    return key === undefined ? undefined : this.#remembered.get(key);
  }

  /** Remembers the result of a count. */
  remember(statement: RawStatement, count: number): void {
    this.#remember(statement, { count, wasCounted: true });
  }

  /** Remembers that a count of rows of a model was given up, and the estimate that was given instead. */
  giveUp(statement: RawStatement, model: string, estimate: number): void {
    this.#remember(statement, { count: estimate, wasCounted: false });
    this.#models.set(model, true);
  }

  /** Whether the estimate is to be asked for before rows of this model are counted. */
  isBig(model: string): boolean {
    return this.#models.has(model);
  }

  #remember(statement: RawStatement, number: Remembered): void {
    const key = keyOf(statement);
    if (key !== undefined) this.#remembered.set(key, number);
  }
}

/** Whether so many rows can not be counted within the budget, in milliseconds. */
export function isHopeless(estimate: number, budget: number): boolean {
  return estimate > budget * rowsPerMillisecond;
}

/** Two statements with the same key count the same rows: their parameters include those of the row scope. Undefined if that can't be known. */
function keyOf({ sql, parameters }: RawStatement): string | undefined {
  const text = exactText([sql, parameters]);
  return text === undefined ? undefined : hash('sha256', text, 'base64');
}
