import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { AdminError } from '../errors.ts';

/** A body as it comes in, and its headers. */
export interface IncomingBody {
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly header: (name: string) => string | null;
}

const codings = new Set(['', 'identity', 'gzip', 'x-gzip']);

/**
 * Reads a body as UTF-8, also one that is compressed with gzip. Throws 415 for another coding, and 413 as soon as it is
 * longer than `limit` bytes, as it came or inflated.
 */
export async function readText({ chunks, header }: IncomingBody, limit: number): Promise<string> {
  const coding = (header('content-encoding') ?? '').trim().toLowerCase();
  if (!codings.has(coding)) {
    const detail = 'A body may be compressed with gzip, and with nothing else.';
    throw new AdminError('unsupported_media_type', { detail, headers: { 'Accept-Encoding': 'gzip' } });
  }
  if (Number(header('content-length') ?? 0) > limit) throw new AdminError('body_too_large');
  return coding.endsWith('gzip') ? collect(inflated(limited(chunks, limit)), limit) : collect(chunks, limit);
}

/** Text of a body that the application has read already. Throws 413 where it is longer than `limit` bytes. */
export function heldText(text: string, limit: number): string {
  if (Buffer.byteLength(text) > limit) throw new AdminError('body_too_large');
  return text;
}

/** The 400 of a body that the application has read and not handed on. */
export function bodyIsGone(advice: string): AdminError {
  return new AdminError('parse_error', { detail: `The application that mounts this service has read the body already. ${advice}` });
}

async function collect(chunks: IncomingBody['chunks'], limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  try {
    for await (const chunk of limited(chunks, limit)) parts.push(chunk);
  } catch (error) {
    if (error instanceof AdminError) throw error;
    // A client that hangs up in the middle of a body hears nothing more, and nothing is wrong here.
    const detail = isOfZlib(error) ? 'The body is not what gzip writes.' : 'The request ended before its body.';
    throw new AdminError('parse_error', { cause: error, detail });
  }
  return Buffer.concat(parts).toString('utf8');
}

async function* limited(chunks: IncomingBody['chunks'], limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new AdminError('body_too_large');
    yield chunk;
  }
}

/** What is compressed may be short and what it holds may not: it is inflated no further than it is read. */
function inflated(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(chunks, createGunzip(), () => {});
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
