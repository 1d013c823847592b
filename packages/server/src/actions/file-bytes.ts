import type { FileBody } from '../model/config/action.ts';

/** A download that has begun. The caller must read its bytes, or call `return` on the iterator. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The bytes of a file.
 * @param ended called once, with whether all bytes were read.
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

/** The same bytes, once the first piece has been read: an error before that can still be answered as an error. */
export async function begun(bytes: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | undefined = await bytes.next();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = first ?? (await bytes.next());
        first = undefined;
        return result;
      },
      // Also called for a download of which nothing has been read.
      return: () => bytes.return(undefined),
    }),
  };
}
