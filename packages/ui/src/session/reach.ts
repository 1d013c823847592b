import { ApiError } from '@grimoire/client';
import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { isAway } from './failure.ts';

/** Milliseconds after which the service is asked whether it is there, once it did not answer a query. */
const firstPause = 1500;

/** The most of them: they double each time that the service is away again soon after it was there. */
const longestPause = 15_000;

/** Milliseconds of being there after which the pause is the first one again. */
const steadyTime = 120_000;

/** Milliseconds between two questions, and those that an answer may take. */
const pauseBetween = 4000;

interface ReachParts {
  readonly queryClient: QueryClient;
  /** Asks the service for something small. @returns whether it is there */
  readonly ask: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Asks a service that did not answer a query whether it is there, until it is; then what is shown and could not be read is asked for again. One
 * small request does this for the whole page.
 */
export class Reach {
  readonly #queryClient: QueryClient;
  readonly #ask: ReachParts['ask'];
  #isAway = false;
  #isAsking = false;
  #pause = firstPause;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ queryClient, ask }: ReachParts) {
    this.#queryClient = queryClient;
    this.#ask = ask;
    queryClient.getQueryCache().subscribe((event) => {
      if (!('action' in event)) return;
      if ('error' in event.action && isAway(event.action.error)) this.#lose(event.action.error);
      // A query that was answered, and not one whose data the page has set.
      if ('data' in event.action && event.action.manual !== true) void this.askNow();
    });
  }

  /** Whether the service is there, as far as it is known. */
  get isThere(): boolean {
    return !this.#isAway && onlineManager.isOnline();
  }

  /** Asks a service that is away whether it is there now, without a pause. */
  async askNow(): Promise<void> {
    if (!this.#isAway || this.#isAsking) return;
    this.#isAsking = true;
    const isThere = await this.#answers();
    this.#isAsking = false;
    if (!isThere) return this.#wait(pauseBetween);
    this.#isAway = false;
    this.#pause = Math.min(this.#pause * 2, longestPause);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#pause = firstPause;
    }, steadyTime);
    readAgain(this.#queryClient);
  }

  async #answers(): Promise<boolean> {
    // A hidden page asks nothing, and neither does a browser that is offline.
    if (!focusManager.isFocused() || !onlineManager.isOnline()) return false;
    return this.#ask(AbortSignal.timeout(pauseBetween)).catch(() => false);
  }

  #lose(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.#wait(Math.max(this.#pause, millisecondsAskedFor(error)));
  }

  #wait(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.askNow(), pause);
  }
}

/** The milliseconds for which an answer asks to be left alone. */
function millisecondsAskedFor(error: unknown): number {
  return error instanceof ApiError && 'retryAfter' in error.problem ? error.problem.retryAfter * 1000 : 0;
}

/** Asks again for what is shown and could not be read because the service was away. */
function readAgain(queryClient: QueryClient): void {
  const wasAway = ({ state: { fetchStatus, error, fetchFailureReason } }: Query): boolean =>
    isAway(fetchStatus === 'idle' ? error : fetchFailureReason);
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', predicate: wasAway })) void askAgain(query);
}

/** Asks for a query at once, also where it is in the pause before another try. What fails is said where it is shown. */
export async function askAgain(query: Query): Promise<void> {
  // `silent` keeps the state of the query: without it, the query would fail with an error of its own.
  void query.cancel({ silent: true });
  await query.fetch().catch(() => undefined);
}
