import { textOf } from './answers.ts';
import { exampleOf, resolved } from '../support/openapi.ts';
import { type Generator, segment } from './generator.ts';
import type { Move } from './read-requests.ts';
import type { FuzzUser } from './users.ts';

interface Operation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> };
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: unknown;
}

/** Paths whose writes would change who the users of the world are, or end their sign-ins. */
const untouched = /^\/(r\/auth\.|auth\/(logout|password))/i;

/** A request to an operation of the document of the user, or of the superuser's. */
export function describedMove(generator: Generator): Move {
  const { dice, session } = generator;
  const user = generator.user();
  const root = session.documents.get(session.users[0] ?? user);
  const answers = dice.chance(0.8) ? (session.documents.get(user) ?? root) : root;
  const document = answers?.document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  const [path = '/', operations = {}] = dice.pick(Object.entries(document.paths)) ?? [];
  const [method = 'get', operation = {}] = dice.pick(Object.entries(operations)) ?? [];
  const kind = 'described';
  if (untouched.test(path) && method !== 'get') return { request: { kind, user, method: 'GET', path: '/auth/me/' } };
  const query = dice.some(operation.parameters ?? [], 2 / Math.max(2, operation.parameters?.length ?? 0)).flatMap((given): string[] => {
    const declared = resolved(document, given) as Parameter;
    if (declared.in !== 'query') return [];
    const value = dice.chance(0.6)
      ? encodeURIComponent(String([exampleOf(document, declared.schema, dice.below(4))].flat()[0]))
      : generator.encoded();
    return [`${encodeURIComponent(declared.name)}=${value}`];
  });
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const body = schema === undefined ? undefined : mutated(generator, exampleOf(document, schema, dice.below(5)));
  const address = filled(generator, user, path) + (query.length > 0 ? `?${query.join('&')}` : '');
  return {
    request: { kind, user, method: method.toUpperCase(), path: address, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
  };
}

/** A path with keys in place of its variables. */
function filled(generator: Generator, user: FuzzUser, path: string): string {
  const name = path.split('/')[2] ?? '';
  const plan = generator.session.oracle.plan(name) ?? generator.plan();
  return path
    .replace('{pk}', () => (generator.dice.chance(0.9) ? segment(generator.key(user, plan)) : generator.encoded()))
    .replace('{model}', generator.plan().key);
}

/** A value with a part of it replaced, half of the time. */
function mutated(generator: Generator, value: unknown): unknown {
  const { dice } = generator;
  if (dice.chance(0.4)) return value;
  if (typeof value !== 'object' || value === null || dice.chance(0.1))
    return dice.pick([generator.json(), generator.text(), null, 1e308, -0, {}, [], '9'.repeat(30)]);
  if (Array.isArray(value)) return value.map((item) => mutated(generator, item));
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [
    name,
    dice.chance(0.4) ? mutated(generator, item) : item,
  ]);
  const more: [string, unknown][] = dice.chance(0.15)
    ? [[dice.pick(['__proto__', 'constructor', 'pk', 'id', '_label', generator.text()]), generator.json()]]
    : [];
  return Object.fromEntries([...dice.shuffled(entries).slice(dice.chance(0.2) ? 1 : 0), ...more]);
}

const lookups = [
  '',
  '__exact',
  '__in',
  '__gte',
  '__lt',
  '__isnull',
  '__icontains',
  '__contains',
  '__iexact',
  '__startswith',
  '__iendswith',
  '__range',
  '__year',
  '__date',
  '__isempty',
  '__not',
  '__not__in',
  '__not__not',
  '__x',
  '__',
  '__in__in',
  '__pk',
  '__exact__exact',
  '__regex',
] as const;

/** An address from a grammar of hostile parts. */
export function addressMove(generator: Generator): Move {
  const { dice } = generator;
  const [user, plan] = [generator.user(), generator.plan()];
  const key = (): string =>
    dice.pick([
      segment(generator.key(user, plan)),
      generator.encoded(),
      '%00',
      '~',
      '1~1',
      'bulk',
      'autocomplete',
      'action',
      '%2e%2e',
      '9'.repeat(60),
    ]);
  const model = dice.chance(0.9)
    ? plan.key
    : dice.pick([
        plan.key.toLowerCase(),
        plan.key.toUpperCase(),
        'f',
        'f.',
        '.Order',
        'auth.User',
        '__proto__',
        'f.constructor',
        generator.encoded(),
      ]);
  const base = dice.pick([
    `/r/${model}/`,
    `/r/${model}/`,
    `/r/${model}/`,
    `/r/${model}/${key()}/`,
    `/r/${model}/${key()}`,
    `/r/${model}/${key()}/${dice.pick(['related', 'history', 'restore', 'x', 'action'])}/`,
    `/r/${model}/autocomplete/`,
    `/r/${model}/aggregate/?_${dice.pick(['sum', 'avg', 'min', 'max', 'group_by'])}=${dice.chance(0.5) ? 'total' : generator.encoded()}`,
    `/r/${model}/suggest/`,
    `/schema/${model}/`,
    `/r/${model}//`,
    `//r/${model}/`,
    `/${generator.encoded()}/`,
    `/widgets/${generator.encoded()}/`,
    `/views/${generator.encoded()}/`,
    `/views/?model=${generator.encoded()}`,
    '/docs/',
    `/docs/${generator.encoded()}/`,
    `/r/${model}/action/${dice.pick(['show', '__proto__', 'toString', generator.encoded()])}/`,
  ]);
  const parts = Array.from({ length: dice.below(5) }, () => parameter(generator, plan.key));
  const method = dice.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS']);
  return { request: { kind: 'address', user, method, path: `${base}${parts.length > 0 ? `?${parts.join('&')}` : ''}` } };
}

function parameter(generator: Generator, key: string): string {
  const { dice, session } = generator;
  const plan = session.oracle.plan(key) ?? generator.plan();
  const kind = dice.pick(plan.table.columns)?.kind ?? 'int';
  const value = dice.chance(0.5) ? generator.encoded() : encodeURIComponent(textOf(generator.value(kind).wire) ?? 'null');
  return dice.pick([
    `${encodeURIComponent(generator.field(plan))}${dice.pick(lookups)}=${value}`,
    `${encodeURIComponent(generator.field(plan))}${dice.pick(lookups)}=${value}`,
    `${encodeURIComponent(generator.field(plan))}${dice.pick(lookups)}=${value},${generator.encoded()}`,
    `page=${dice.pick(['1', '2', '0', '-1', '1.5', '9007199254740993', '9'.repeat(40), generator.encoded()])}`,
    `page_size=${dice.pick(['1', '200', '201', '0', '-5', '1e3', generator.encoded()])}`,
    `ordering=${dice.pick(['-', ',', '--pk', 'pk,pk,-pk', '', encodeURIComponent(generator.field(plan)), generator.encoded()])}`,
    `search=${generator.encoded()}+${generator.encoded()}`,
    `search=${encodeURIComponent('"')}${generator.encoded()}`,
    `${dice.pick(['after', 'before'])}=${dice.pick(['', 'e30', 'eyJhIjoxfQ.x', generator.encoded()])}`,
    `_filter=${encodeURIComponent(JSON.stringify(group(generator, plan.key, 3)))}`,
    `_filter=${generator.encoded()}`,
    `_trash=${dice.pick(['only', 'x', ''])}`,
    `${generator.encoded()}=${generator.encoded()}`,
    generator.encoded(),
    'format=json',
    `__proto__=1&__proto__=2`,
  ]);
}

/** A random group of filters, nested or broken. */
function group(generator: Generator, key: string, depth: number): unknown {
  const { dice, session } = generator;
  const plan = session.oracle.plan(key) ?? generator.plan();
  if (depth === 0 || dice.chance(0.4)) {
    const kind = dice.pick(plan.table.columns)?.kind ?? 'int';
    return { [`${generator.field(plan)}${dice.pick(lookups)}`]: dice.chance(0.7) ? generator.value(kind).wire : generator.json() };
  }
  const inner = (): unknown => group(generator, key, depth - 1);
  return dice.pick([
    { or: [inner(), inner()] },
    { and: [inner()] },
    { not: inner() },
    { or: [] },
    { not: [] },
    { and: inner() },
    [inner()],
    null,
  ]);
}
