import { withoutQuoted } from './quoted-parts.ts';

/** The properties of an error that are logged beside its type, message and stack: names and codes, never values of a row. */
const safeProperties = ['code', 'errcode', 'constraint', 'table', 'column'] as const;

/** Properties of PostgreSQL's errors that name parts of the schema. */
const names = ['constraint', 'table', 'column', 'schema', 'dataType'] as const;

/** Errors inside an error, apart from its cause and its list: those of a failed disposal. */
const nested = ['error', 'suppressed'] as const;

/** Lines of a stack in V8's format. */
const frame = /^ {4}at .*(?::\d+:\d+\)?|\((?:native|<anonymous>|index \d+)\)|<anonymous>)$/;

/** Any thrown value that has the shape of an error. */
interface ErrorLike {
  readonly message: string;
  readonly [part: string]: unknown;
}

/**
 * A copy of an error that keeps its type, message, stack, code and names of the schema. It lacks the values that drivers add to an error:
 * `detail`, `where`, `parameters`, and quoted parts of the message. The same applies to its causes.
 */
export function withoutValues(error: unknown): Error {
  return copyOf(error, new Map());
}

function copyOf(error: unknown, made: Map<unknown, Error>): Error {
  if (!isErrorLike(error)) return new Error(typeof error === 'string' ? messageOf({ message: error }) : `Not an error: ${typeof error}`);
  const cached = made.get(error);
  if (cached) return cached;
  const copy = new Error(messageOf(error));
  made.set(error, copy);
  const { name, stack, cause, errors } = error;
  hidden(copy, 'name', typeof name === 'string' ? name : 'Error');
  // Loggers use it to name the type. The prototype itself may read values that the copy lacks.
  hidden(copy, 'constructor', error.constructor);
  hidden(copy, 'stack', stackOf(copy, stack));
  const shown: Record<string, unknown> = {};
  for (const part of safeProperties) if (['string', 'number'].includes(typeof error[part])) shown[part] = error[part];
  for (const part of nested) if (isErrorLike(error[part])) shown[part] = copyOf(error[part], made);
  if (cause !== undefined && typeof cause !== 'function') hidden(copy, 'cause', copyOf(cause, made));
  if (Array.isArray(errors)) {
    const copies = errors.map((one) => copyOf(one, made));
    hidden(copy, 'errors', copies);
  }
  return Object.assign(copy, shown);
}

function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && typeof (error as Partial<ErrorLike>).message === 'string';
}

/** Not enumerable, like the properties of an error: otherwise loggers that copy enumerable properties log it twice. */
function hidden(copy: Error, name: string, value: unknown): void {
  Object.defineProperty(copy, name, { value, enumerable: false, configurable: true, writable: true });
}

function messageOf(error: ErrorLike): string {
  // Drizzle puts the statement and its parameters there.
  if (error.message.startsWith('Failed query: ')) return 'Failed query: …';
  const schemaNames = names.map((name) => error[name]).filter((name) => typeof name === 'string' && name !== '') as string[];
  return withoutQuoted(error.message, { names: schemaNames, hasNames: saysNames(error['code']) });
}

/** Whether PostgreSQL reports names of its schema: not for errors of values (class 22), and not for errors that triggers raise (P0). */
function saysNames(code: unknown): boolean {
  return typeof code === 'string' && /^(?!22|P0)[0-9A-Z]{5}$/.test(code);
}

/** The lines of a stack, below a first line without values. */
function stackOf({ name, message }: Error, stack: unknown): string {
  const lines = typeof stack === 'string' ? stack.split('\n') : [];
  return [`${name}: ${message}`, ...lines.filter((line) => frame.test(line))].join('\n');
}
