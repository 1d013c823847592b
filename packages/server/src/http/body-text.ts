import { isUtf8 } from 'node:buffer';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { AdminError } from '../errors/errors.ts';
import { say } from '../texts/message.ts';

/** The chunks of a body as they arrive, and the headers of the request. */
export interface IncomingBody {
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly header: (name: string) => string | null;
}

const codings = new Set(['', 'identity', 'gzip', 'x-gzip']);

/**
 * Reads a body as UTF-8; it may be compressed with gzip. Throws a 415 for another coding, a 400 for what is no UTF-8, and a 413 as soon as the body is longer than
 * `limit` bytes, compressed or not.
 */
export async function readText({ chunks, header }: IncomingBody, limit: number): Promise<string> {
  const coding = (header('content-encoding') ?? '').trim().toLowerCase();
  if (!codings.has(coding)) {
    const detail = say('onlyGzip');
    throw new AdminError('unsupported_media_type', { detail, headers: { 'Accept-Encoding': 'gzip' } });
  }
  if (Number(header('content-length') ?? 0) > limit) throw new AdminError('body_too_large');
  return coding.endsWith('gzip') ? collect(inflated(limited(chunks, limit)), limit) : collect(chunks, limit);
}

/** The text of a body that the application has read already. Throws a 413 if it is longer than `limit` bytes. */
export function heldText(text: string, limit: number): string {
  if (Buffer.byteLength(text) > limit) throw new AdminError('body_too_large');
  return text;
}

/** The 400 for a body that the application has read and not passed on. */
export function bodyIsGone(advice: string): AdminError {
  return new AdminError('parse_error', { detail: `The application that mounts this service has read the body already. ${advice}` });
}

async function collect(chunks: IncomingBody['chunks'], limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  try {
    for await (const chunk of limited(chunks, limit)) parts.push(chunk);
  } catch (error) {
    if (error instanceof AdminError) throw error;
    // If the client has closed the connection, it does not receive this error, and no log entry is needed.
    const detail = say(isOfZlib(error) ? 'noGzip' : 'bodyEnded');
    throw new AdminError('parse_error', { cause: error, detail });
  }
  return utf8Text(Buffer.concat(parts));
}

/** Bytes as text. Throws a 400 if they are no UTF-8: what stands for the others would be stored in their place. */
export function utf8Text(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new AdminError('parse_error', { detail: say('noUtf8') });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

async function* limited(chunks: IncomingBody['chunks'], limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new AdminError('body_too_large');
    yield chunk;
  }
}

/** A short compressed body may inflate to a long one: it is inflated only as far as it is read. */
function inflated(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(chunks, createGunzip(), () => {});
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
