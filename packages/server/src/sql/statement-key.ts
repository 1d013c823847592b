import { Parameter } from '../plan/parameter.ts';
import { SourceSql } from '../plan/write.ts';
import type { SqlFragments } from '../databases/sql-fragments.ts';
import { formOf } from './parameters.ts';

/**
 * Properties of plans that no SQL depends on: `authorize` has turned them into the condition `where`, or into a refusal. The type {@link
 * SqlPlan} hides them from the functions that write SQL.
 */
const settledNames = [
  'filters',
  'search',
  'unknownOrdering',
  'isRequestedOrder',
  'words',
  'key',
  'keys',
  'forWriter',
  'isNew',
  'action',
  'chosen',
  'narrowing',
  'asked',
  'wantsTotal',
] as const;

/** A plan as passed to the functions that write SQL. */
export type SqlPlan<P> = P extends unknown ? Omit<P, (typeof settledNames)[number]> : never;

const settled: ReadonlySet<string> = new Set(settledNames);

/**
 * Properties that are identified by their object, and not by their content: those of the registry, which never change, and the graph of a delete,
 * of which `planCascade` makes one for each choice of models.
 */
const definitions: ReadonlySet<string> = new Set([
  'model',
  'field',
  'fields',
  'columns',
  'labelFields',
  'same',
  'target',
  'table',
  'cascade',
]);

/** A piece of a plan without its parameters. Two pieces with the same key have the same SQL. */
export interface StatementKey {
  readonly key: string;
  /** In the order of the traversal. */
  readonly parameters: readonly Parameter[];
}

/**
 * Splits the data of a plan into a key and parameters. Everything except a {@link Parameter} becomes part of the key; there is no list of
 * relevant properties, so that a new property of a plan counts automatically. Throws on a function, because it has no text that identifies
 * it.
 * @param plan the part of the data that is a plan, if any: its settled properties are left out.
 */
export function statementKeyOf(data: object, fragments: SqlFragments, plan?: object): StatementKey {
  const parameters: Parameter[] = [];
  const walk = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return textOf(value);
    if (value instanceof Parameter) {
      parameters.push(value);
      return `?${value.kind}${formOf(value, fragments)}`;
    }
    if (value instanceof SourceSql) return JSON.stringify(value.text);
    if (Array.isArray(value)) return `[${value.map(walk).join()}]`;
    let text = '{';
    const members = value as Readonly<Record<string, unknown>>;
    // Object.entries would make a list of each pair, for each request.
    for (const name of Object.keys(members)) {
      if (value !== plan || !settled.has(name))
        text += `${name}:${definitions.has(name) ? identityOf(members[name]) : walk(members[name])};`;
    }
    return `${text}}`;
  };
  return { key: walk(data), parameters };
}

function textOf(value: unknown): string {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('A plan contains a function or a symbol.');
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

const identities = new WeakMap<object, string>();
let lastIdentity = 0;

/** A text that identifies one object, or each object of a list. */
function identityOf(value: unknown): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return textOf(value);
  const cached = identities.get(value);
  if (cached !== undefined) return cached;
  const identity = Array.isArray(value) ? `[${value.map(identityOf).join()}]` : `#${(lastIdentity += 1)}`;
  identities.set(value, identity);
  return identity;
}
