import { z, type ZodError, type ZodType } from 'zod';
import { AdminError, RequestProblems } from '../errors/errors.ts';
import { yieldToEventLoop } from '../process/event-loop.ts';
import { type JsonLimits, parseJson } from '../request/json.ts';
import type { Exchange } from './exchange.ts';
import type { HttpRequest } from './message.ts';
import { type Message, type Said, say } from '../texts/message.ts';

/** Reads the body of a request. */
export interface BodyReader<B, E = Exchange> {
  /** Whether the endpoint takes a body; if not, a body is ignored. */
  readonly isExpected: boolean;
  /** Throws a 415, a 413, a 400 `parse_error`, or a 400 that names every malformed and every unknown key, in this order (CONTRACT §11). */
  read(exchange: E): Promise<B>;
}

const byEnglish = new Map<string, Message>();

/** A message as the text of a shape: a shape keeps only texts. It is for the shapes of bodies, which are as many as the code has. */
export function shapeText(message: Message): string {
  byEnglish.set(String(message), message);
  return String(message);
}

/** The message of a text that a shape has; texts of the library itself stay as they are. */
function saidByShape(message: string): Said {
  return byEnglish.get(message) ?? message;
}

/** An object with any members. `z.record` would ignore a key such as `__proto__`. */
export const row: ZodType<Readonly<Record<string, unknown>>> = z.custom<Readonly<Record<string, unknown>>>(
  isObject,
  shapeText(say('objectRequired')),
);

/** The largest size of a body in bytes (CONTRACT §12). */
export const maxBodyBytes: number = 1024 * 1024;

/** For endpoints that take no body. */
export const noBody: BodyReader<undefined> = { isExpected: false, read: async () => undefined };

/** A JSON body of a fixed shape. */
export function bodyOf<T>(shape: ZodType<T>, limits?: JsonLimits): BodyReader<T> {
  return { isExpected: true, read: async ({ request }) => shaped(await readJson(request, limits), shape) };
}

/** A JSON body of a fixed shape, whose members are all optional; the whole body may be absent. */
export function optionalBodyOf<T>(shape: ZodType<T>, limits?: JsonLimits): BodyReader<T | Record<string, never>> {
  const present = bodyOf(shape, limits);
  return {
    isExpected: true,
    async read(exchange) {
      const { request } = exchange;
      const hasBody = request.header('content-type') !== null && request.header('content-length') !== '0';
      return hasBody ? present.read(exchange) : {};
    },
  };
}

/** A body that is a JSON object; the handler knows its members. */
export const objectBody: BodyReader<Readonly<Record<string, unknown>>> = {
  isExpected: true,
  async read({ request }) {
    const body = await readJson(request);
    if (isObject(body)) return body;
    throw new AdminError('invalid', { detail: say('jsonObject') });
  },
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The characters of a body that takes about a millisecond to parse. */
const largeBody = 50_000;

async function readJson(request: HttpRequest, limits?: JsonLimits): Promise<unknown> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AdminError('unsupported_media_type');
  const text = await request.text(maxBodyBytes);
  const body = parseJson(text, limits);
  // What is made of a large body is as much work again.
  if (text.length > largeBody) await yieldToEventLoop();
  return body;
}

/** A value of this shape. Throws a 400 that names every malformed and every unknown key. */
export function shaped<T>(value: unknown, shape: ZodType<T>): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw problemsOf(result.error).asError();
}

/** The problems of a value, by the name of its part. */
export function problemsOf(error: ZodError): RequestProblems {
  const problems = new RequestProblems();
  for (const issue of error.issues) {
    if (problems.isFull) break;
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) problems.add(key, say('unknownKey'));
    else problems.add(issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.'), saidByShape(issue.message));
  }
  return problems;
}
