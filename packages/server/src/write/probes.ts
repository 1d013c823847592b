import { LRUCache } from 'lru-cache';
import type { Policy } from '../authorize/policy.ts';
import type { ErrorLog } from '../error-log.ts';
import type { Model } from '../model/model.ts';

/** Actors whose probes are counted at most. */
const maxActors = 1000;

/**
 * Counts the writes that were refused because a unique value is taken, where the taken one may be out of the actor's sight:
 * the refusal tells that it is there, which can't be concealed (docs/explanation/security.md). Each is in the log.
 */
export class UniqueProbes {
  readonly #log: ErrorLog;
  readonly #counts = new LRUCache<string, number>({ max: maxActors });

  constructor(log: ErrorLog) {
    this.#log = log;
  }

  /** Notes a refusal, where the actor does not see all rows and fields of the model. */
  note(policy: Policy, model: Model, requestId: string): void {
    const { actor } = policy;
    const { scope, fields } = policy.view(model);
    if (scope.kind === 'true' && fields.length === model.fields.length) return;
    const id = String(actor.id);
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    this.#log.warn('a unique value is taken, maybe out of the sight of who asked', {
      actor: actor.username,
      model: model.key,
      count,
      requestId,
    });
  }
}
