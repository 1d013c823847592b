import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RawStatement } from '../databases/statement.ts';

/** Milliseconds that a count is remembered. */
const lifetime = 60_000;

/** The largest number of remembered counts. */
const maxCounts = 1000;

/** More rows than a database is expected to count in a millisecond: of a model with a dear count, a larger one is not begun. */
const rowsPerMillisecond = 20_000;

/** The counts that are not repeated for a minute: those that took longer than their budget, and those of very many rows. */
export class DearCounts {
  /** The estimates that are given instead. */
  readonly #estimates = new LRUCache<string, number>({ max: maxCounts, ttl: lifetime });
  /** Models with a count that took longer than its budget. */
  readonly #models = new LRUCache<string, true>({ max: maxCounts, ttl: lifetime });

  /** The estimate that is given instead of this count. */
  estimateOf(statement: RawStatement): number | undefined {
    return this.#estimates.get(keyOf(statement));
  }

  /** Remembers the result of a count. */
  remember(statement: RawStatement, count: number): void {
    this.#estimates.set(keyOf(statement), count);
  }

  /** Remembers that a count of rows of a model was given up, and the estimate that was given instead. */
  giveUp(statement: RawStatement, model: string, estimate: number): void {
    this.remember(statement, estimate);
    this.#models.set(model, true);
  }

  /** Whether the estimate is to be asked for before rows of this model are counted. */
  isBig(model: string): boolean {
    return this.#models.has(model);
  }
}

/** Whether so many rows can not be counted within the budget, in milliseconds. */
export function isHopeless(estimate: number, budget: number): boolean {
  return estimate > budget * rowsPerMillisecond;
}

/** Two statements with the same key count the same rows: their parameters include those of the row scope. */
function keyOf({ sql, parameters }: RawStatement): string {
  const text = JSON.stringify([sql, parameters], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  return hash('sha256', text, 'base64');
}
