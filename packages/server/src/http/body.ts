import { z, type ZodError, type ZodType } from 'zod';
import { AdminError, invalidParameters } from '../errors.ts';
import { parseJson } from '../request/json.ts';
import type { HttpRequest } from './message.ts';

/** An object of any members. `z.record` would pass over a key such as `__proto__`. */
export const row: ZodType<Readonly<Record<string, unknown>>> = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'An object is required.',
);

/** Bytes of a body at most (CONTRACT §12). */
export const maxBodyBytes: number = 1024 * 1024;

/**
 * The JSON body of a request, held against a fixed shape. Throws 415, 413, 400 `parse_error`, or a 400 that names every
 * bad and every unknown key, in this order (CONTRACT §11).
 */
export async function readBody<T>(request: HttpRequest, shape: ZodType<T>): Promise<T> {
  return shaped(await readJson(request), shape);
}

/** The JSON body of a request that must be an object. Throws like {@link readBody}. */
export async function readObject(request: HttpRequest): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(request);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new AdminError('invalid', { detail: 'The body must be a JSON object.' });
}

async function readJson(request: HttpRequest): Promise<unknown> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AdminError('unsupported_media_type');
  return parseJson(await request.text(maxBodyBytes));
}

/** A value of this shape. Throws a 400 that names every bad and every unknown key. */
export function shaped<T>(value: unknown, shape: ZodType<T>): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw invalidParameters(problemsOf(result.error));
}

/** What is wrong with a value, by the name of its part. */
export function problemsOf(error: ZodError): Map<string, string[]> {
  const problems = new Map<string, string[]>();
  const add = (name: string, message: string): void => void problems.set(name, [...(problems.get(name) ?? []), message]);
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'Unknown key.');
    else add(issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.'), issue.message);
  }
  return problems;
}
