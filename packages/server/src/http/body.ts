import type { ZodType } from 'zod';
import { AdminError, invalidParameters } from '../errors.ts';
import { parseJson } from '../request/parameters.ts';
import type { HttpRequest } from './exchange.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * The JSON body of a request, held against a fixed shape. Throws 415, 413, 400 `parse_error`, or a 400 that names every
 * bad and every unknown key, in this order (CONTRACT §11).
 */
export async function readBody<T>(request: HttpRequest, shape: ZodType<T>): Promise<T> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AdminError('unsupported_media_type');
  const result = shape.safeParse(parseJson(await request.text(maxBodyBytes)));
  if (result.success) return result.data;
  const problems = new Map<string, string[]>();
  const add = (name: string, message: string): void => void problems.set(name, [...(problems.get(name) ?? []), message]);
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'Unknown key.');
    else add(issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.'), issue.message);
  }
  throw invalidParameters(problems);
}
