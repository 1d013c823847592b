import { type DescribedAnswers, segmentsOf, templateOf } from '../support/openapi.ts';
import type { Got, Sent, Session } from './session.ts';

/** Milliseconds that an answer may take. */
export const timeLimit = 5000;

/** Texts that no error shows: of stacks, of SQL, of the databases. */
const inner =
  /\bat .{0,80}\.(ts|js):\d|node:internal|\bSELECT\b|\bINSERT INTO\b|\bUPDATE "|sqlite_|SQLITE_|pg_catalog|syntax error|violates |unrecognized token/;

/** What is wrong with an answer, whatever the rows: status, headers, schema, time. */
export function problemsOf(session: Session, request: Sent, got: Got): string[] {
  return [...serverErrors(session, got), ...wireProblems(request, got), ...schemaProblems(session, request, got)];
}

function serverErrors(session: Session, got: Got): string[] {
  const logged = session.errors();
  const problems: string[] = [];
  if (got.status >= 500 && got.status !== 503)
    problems.push(`status ${got.status}: ${got.text.slice(0, 200)} ${logged.join('').slice(0, 4000)}`);
  else if (logged.length > 0) problems.push(`logged an error: ${logged.join('').slice(0, 4000)}`);
  if (got.status === 503 && !got.headers.has('retry-after')) problems.push('a 503 without Retry-After');
  if (got.milliseconds > timeLimit) problems.push(`took ${got.milliseconds.toFixed(0)} ms`);
  return problems;
}

function wireProblems({ method, path }: Sent, got: Got): string[] {
  const problems: string[] = [];
  const type = got.headers.get('content-type');
  const isEmpty = got.status === 204 || method === 'HEAD';
  const isFile = path.startsWith('/docs') || (got.status === 200 && type?.startsWith('text/csv'));
  if (isEmpty && got.text !== '') problems.push(`a body where there is none: ${got.text.slice(0, 100)}`);
  if (!isEmpty && !isFile && type !== 'application/json') problems.push(`content type ${type}`);
  if (!isEmpty && !isFile && got.body === undefined) problems.push(`no JSON: ${got.text.slice(0, 100)}`);
  if (!got.headers.has('x-request-id')) problems.push('no X-Request-Id');
  if (!isFile && got.headers.get('cache-control') !== 'no-store') problems.push(`Cache-Control ${got.headers.get('cache-control')}`);
  if (got.status >= 400 && inner.test(got.text)) problems.push(`an error shows what is inside: ${got.text.slice(0, 300)}`);
  if (got.status === 401 && !got.headers.get('www-authenticate')?.startsWith('Bearer')) problems.push('a 401 without WWW-Authenticate');
  return problems;
}

/** Statuses of what a document does not have: no credentials, no right, no path, no method. */
const undeclared = new Set([401, 403, 404, 405]);
/** Whose right depends on the body, which is read first. */
const byBody = /^\/r\/[^/]+\/(bulk|action\/[^/]+)\/?$/;
const publicPaths = /^\/(config|auth|docs|openapi\.json|healthz|readyz|metrics)\b/;

function schemaProblems(session: Session, { user, method, path }: Sent, got: Got): string[] {
  const name = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
  const own = session.documents.get(user);
  const document = own ?? session.documents.get(session.users[0] ?? user);
  if (!document) return [];
  const template = templateOf(document, path);
  const isDeclared = template !== null && hasOperation(document, template, name);
  if (!own && !publicPaths.test(path))
    return got.status === 401 || !isKnown(template) || got.status === 404 ? [] : [`${got.status} without credentials`];
  if (!isDeclared) {
    const isFine = undeclared.has(got.status) || publicPaths.test(path) || byBody.test(path);
    return isFine ? [] : [`${got.status} is answered, and the document has no ${name} ${path.slice(0, 80)}`];
  }
  return document
    .problemsWith(template, name, { status: got.status, body: method === 'HEAD' ? undefined : got.body }, (pointer) =>
      isOddValue(session, path, valueAt(got.body, pointer), pointer),
    )
    .filter((problem) => method !== 'HEAD' || problem.includes('not foreseen'));
}

/** Whether a value is the text of one that does not fit the type of its column, as SQLite allows (CONTRACT §1). */
function isOddValue({ oracle }: Session, path: string, value: unknown, pointer: string): boolean {
  if (typeof value !== 'string') return false;
  const name = tokensOf(pointer).at(-1);
  const [, model = ''] = segmentsOf(path) ?? [];
  const plan = oracle.plans.find(({ key }) => key.toLowerCase() === model.toLowerCase());
  return plan?.table.columns.some(({ field, isOdd }) => isOdd && field === name) ?? false;
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a JSON pointer; undefined where there is none. */
function valueAt(body: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(
    (value, token) => (typeof value === 'object' && value !== null ? Reflect.get(value, token) : undefined),
    body,
  );
}

function isKnown(template: string | null): boolean {
  return template !== null;
}

/** The parts of a document that are read here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function hasOperation(answers: DescribedAnswers, template: string, method: string): boolean {
  const { paths } = answers.document as Document;
  return paths[template]?.[method] !== undefined;
}
