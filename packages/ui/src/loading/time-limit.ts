/** Milliseconds beside the time limit of a request: for the way there and back, and for what the service examines about its database, which takes longer. */
const beside = 45_000;

/**
 * Sends requests, and gives a read up that the service does not answer: a process that is stopped keeps its connections, and would be waited for without end. A
 * write is waited for: whether it was done is not known without its answer.
 * @param requestTimeout milliseconds after which the service itself ends a request
 */
export function sendInTime(send: typeof fetch, requestTimeout: number): typeof fetch {
  return (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return send(input, init);
    // It ends the reading of a body, too.
    const limit = AbortSignal.timeout(requestTimeout + beside);
    return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}

/** The name of the error of `AbortSignal.timeout`. */
const overdue: ReadonlySet<string> = new Set(['TimeoutError']);

/** Whether a request has failed with this error because it was given up. */
export function isOverdue(error: unknown): boolean {
  return error instanceof DOMException && overdue.has(error.name);
}
