import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { isAway } from './failure.ts';

/** Milliseconds after which the service is asked whether it is there, once a request got no answer. */
const firstPause = 1000;

/** Milliseconds between two of these questions. */
const pauseBetween = 4000;

/** The most milliseconds before the first question. They double where requests get no answer although the service is there. */
const longestPause = 60_000;

/** Milliseconds without such a request after which the first pause is the shortest again. */
const steadyTime = 120_000;

/** The statuses by which the service, or a proxy in front of it, says that it can not answer now. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Whether the service is there. A request without an answer says that it is not; then it is asked until it answers, and those who listen ask
 * again for what they did not get. One small request does this for all that is shown.
 */
export class Reach {
  readonly #ask: () => Promise<Response>;
  readonly #listeners = new Set<() => void>();
  #isAway = false;
  #pause = firstPause;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ask asks the service for something small */
  constructor(ask: () => Promise<Response>) {
    this.#ask = ask;
  }

  /** A `fetch` whose requests show whether the service is there. */
  fetchWith(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      try {
        const response = await send(input, init);
        if (awayStatuses.has(response.status)) this.#lose();
        return response;
      } catch (error) {
        if (!init?.signal?.aborted) this.#lose();
        throw error;
      }
    };
  }

  readonly isAway = (): boolean => this.#isAway;

  /** @param listener is called when the service is away, and when it is there again */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks a service that is away whether it is there now, without a pause. */
  async askNow(): Promise<void> {
    if (!this.#isAway) return;
    this.#wait(pauseBetween);
    const response = focusManager.isFocused() ? await this.#ask().catch(() => null) : null;
    if (!this.#isAway || response === null || awayStatuses.has(response.status)) return;
    this.#isAway = false;
    this.#pause = Math.min(this.#pause * 2, longestPause);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#pause = firstPause;
    }, steadyTime);
    this.#tell();
  }

  #lose(): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.#wait(this.#pause);
    this.#tell();
  }

  #wait(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.askNow(), pause);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Asks again for what is shown and could not be read because the service was away. */
export function readAgain(queryClient: QueryClient): void {
  const wasAway = ({ state }: Query): boolean => isAway(state.error ?? state.fetchFailureReason);
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', predicate: wasAway })) void askAgain(query);
}

/** Asks for a query at once, also where it is in the pause before another try. What fails is said where it is shown. */
export async function askAgain(query: Query): Promise<void> {
  // The state is not that of before the first try: who shows the query need not know that it was cancelled.
  void query.cancel({ silent: true });
  await query.fetch().catch(() => undefined);
}
