import type { PageSettings } from './settings.ts';

declare module './settings.ts' {
  interface PageSettings {
    /** Milliseconds that the statements of a request that only reads may take together. */
    readonly requestTimeout: number;
  }
}

/** Milliseconds beside that of the statements: for the way there and back, for a queue, and for what the service examines about its database, which takes longer. */
const graceTime = 45_000;

/**
 * Sends requests, and gives a read up that the service does not answer: a process that is stopped keeps its connections, and would be waited for without end. A
 * write is waited for: whether it was done is not known without its answer.
 */
export function sendInTime(send: typeof fetch, { requestTimeout }: Pick<PageSettings, 'requestTimeout'>): typeof fetch {
  return (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return send(input, init);
    // The limit is that of the whole answer, with its body.
    const limit = AbortSignal.timeout(requestTimeout + graceTime);
    return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}

/** The names of errors with which `AbortSignal.timeout` ends a request. */
const timeoutNames: ReadonlySet<string> = new Set(['TimeoutError']);

/** Whether a request has failed with this error because it was given up. */
export function isOverdue(error: unknown): boolean {
  return error instanceof DOMException && timeoutNames.has(error.name);
}
