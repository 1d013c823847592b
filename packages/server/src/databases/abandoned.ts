import { currentWork } from '../process/request-work.ts';

/** Milliseconds that a statement may go on after its client has gone: most end by themselves, and to cancel one costs more. */
const usualGrace = 250;

/**
 * Cancels a statement that still runs a moment after the client of its request has closed the connection.
 * @param grace how long that is, in milliseconds.
 * @returns a function to call when the statement has ended.
 */
export function cancelAbandoned(cancel: () => void, grace: number = usualGrace): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stopListening = currentWork()?.onAbandoned(() => {
    timer = setTimeout(cancel, grace);
  });
  return () => {
    clearTimeout(timer);
    stopListening?.();
  };
}
