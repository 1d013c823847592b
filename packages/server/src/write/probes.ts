import { LRUCache } from 'lru-cache';
import type { Policy } from '../authorize/policy.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { Model } from '../model/model.ts';

/** The largest number of actors that are counted. */
const maxActors = 1000;

/**
 * Counts the writes that were refused because a unique value is taken, if the actor may not see the row that has it. The refusal reveals
 * that the value exists, which cannot be avoided (docs/explanation/security.md). Each such refusal is logged.
 */
export class UniqueProbes {
  readonly #log: ErrorLog;
  readonly #counts = new LRUCache<string, number>({ max: maxActors });

  constructor(log: ErrorLog) {
    this.#log = log;
  }

  /** Counts a refusal, if the actor does not see all rows and fields of the model. */
  note(policy: Policy, model: Model, requestId: string): void {
    const { actor } = policy;
    const { rule, fields } = policy.access(model);
    if (rule.kind === 'true' && fields.length === model.fields.length) return;
    const id = String(actor.id);
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    this.#log.warn('a unique value is taken; the user may not be allowed to see the row that has it', {
      actor: actor.username,
      model: model.key,
      count,
      requestId,
    });
  }
}
