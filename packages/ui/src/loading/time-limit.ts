/** Milliseconds beside the time limit of a request: for the way there and back, and for what the service examines about its database, which takes longer. */
const beside = 45_000;

/**
 * Sends requests, and gives a read up that the service does not answer: a process that is stopped keeps its connections, and would be waited for without end. A
 * write is waited for: whether it was done is not known without its answer.
 * @param requestTimeout milliseconds after which the service itself ends a request
 */
export function sendInTime(send: typeof fetch, requestTimeout: number): typeof fetch {
  return async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return send(input, init);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), requestTimeout + beside);
    const signal = init?.signal ? AbortSignal.any([init.signal, controller.signal]) : controller.signal;
    try {
      return await send(input, { ...init, signal });
    } finally {
      clearTimeout(timer);
    }
  };
}
