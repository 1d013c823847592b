import type { FileBody } from '../model/config/action.ts';

/** A download on its way. Whoever takes it reads its bytes, or returns from them. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The bytes of a file.
 * @param ended hears once, whether all of them were taken.
 */
export async function* encoded(body: FileBody, ended: (isWhole: boolean) => Promise<void>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let isWhole = false;
  try {
    const pieces = typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
    for await (const piece of pieces) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
    isWhole = true;
  } finally {
    await ended(isWhole);
  }
}

/** The same, once its first piece is there: what goes wrong until then is answered as an error. */
export async function begun(bytes: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | undefined = await bytes.next();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = first ?? (await bytes.next());
        first = undefined;
        return result;
      },
      // Also of a download that nobody began to read.
      return: () => bytes.return(undefined),
    }),
  };
}
