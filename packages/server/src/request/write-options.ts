import { AdminError, invalidParameter, RequestProblems } from '../errors/errors.ts';
import { say } from '../texts/message.ts';

/** How a request writes, beside what it writes (CONTRACT §21). */
export interface WriteOptions {
  /** Whether it is only tried: nothing of it is kept. */
  readonly isDryRun: boolean;
  /** The token of a dry run: the request is carried out only if it does what was shown. */
  readonly preview: string | undefined;
  /** Why it is made. */
  readonly reason: string | undefined;
}

/** The names of the options, as parameters of an address or as members of a body. */
export const writeOptionNames = ['dry_run', 'if_preview', 'reason'] as const;

/** The options of a request that has none. */
export const noWriteOptions: WriteOptions = { isDryRun: false, preview: undefined, reason: undefined };

/** The most characters of a reason. */
export const maxReason = 1000;

/** The form of a token: 22 characters of Base64url. */
const token = /^[\w-]{22}$/;

/** Reads the options among the parameters of an address. Throws as {@link optionsIn} does, and where an option is values twice. */
export function optionsInQuery(parameters: URLSearchParams): WriteOptions {
  const values = new Map<string, unknown>();
  for (const name of writeOptionNames) {
    const [text, ...more] = parameters.getAll(name);
    if (text !== undefined) values.set(name, more.length > 0 ? [text, ...more] : name === 'dry_run' ? flagOf(text) : text);
  }
  return values.size === 0 ? noWriteOptions : optionsIn(values);
}

function flagOf(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** Reads the options among the members of a body. @returns them, and the other members. Throws as {@link optionsIn} does. */
export function optionsInBody(body: Readonly<Record<string, unknown>>): {
  readonly options: WriteOptions;
  readonly rest: Readonly<Record<string, unknown>>;
} {
  const values = new Map(writeOptionNames.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]));
  if (values.size === 0) return { options: noWriteOptions, rest: body };
  // Made from entries, because a member may be named `__proto__`.
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !values.has(name as (typeof writeOptionNames)[number])));
  return { options: optionsIn(values), rest };
}

/** Throws a 400 that names every malformed option; for a token that can be of no dry run, the 400 `preview_unknown`. */
function optionsIn(values: ReadonlyMap<string, unknown>): WriteOptions {
  const problems = new RequestProblems();
  const isDryRun = values.get('dry_run') ?? (values.has('dry_run') ? null : false);
  if (typeof isDryRun !== 'boolean') problems.add('dry_run', say('boolean'));
  const reason = values.has('reason') ? reasonOf(values.get('reason'), problems) : undefined;
  problems.throwIfAny();
  const options = { isDryRun: isDryRun === true, preview: undefined, reason };
  if (!values.has('if_preview')) return options;
  if (options.isDryRun) throw invalidParameter('if_preview', say('notCombined', { name: 'dry_run' }));
  const preview = values.get('if_preview');
  if (typeof preview !== 'string' || !token.test(preview)) throw new AdminError('preview_unknown');
  return { ...options, preview };
}

/** @returns the reason without the space around it; undefined for a blank one. */
function reasonOf(value: unknown, problems: RequestProblems): string | undefined {
  if (typeof value !== 'string') {
    problems.add('reason', say('text'));
    return undefined;
  }
  const reason = value.trim();
  if (reason.includes('\0')) problems.add('reason', say('nullCharacters'));
  else if (!reason.isWellFormed()) problems.add('reason', say('halfCharacter'));
  else if (reason.length > maxReason) problems.add('reason', say('maxCharacters', { count: maxReason }));
  return reason === '' ? undefined : reason;
}
