import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import type { Registry } from '../model/registry.ts';
import type { Schemas } from './endpoint-doc.ts';

/** The components of a model: schemas of a row, of a list's element, of a page and of the bodies, and the parameter for its key. */
export const schemaKinds = ['', 'ListItem', 'Page', 'Create', 'Update', 'Operation', 'Bulk', 'Key'] as const;

export type SchemaKind = (typeof schemaKinds)[number];

/** The names for a model in the document. They are unique even if a generator ignores case and punctuation. */
export interface ModelNames {
  /** Name of a schema: `sales.Order`, `sales.Order.Create`. */
  schema(kind: SchemaKind): string;
  /** Id of an operation: `operation('list')` is `listSalesOrder`. */
  operation(verb: string): string;
  /** Id of the operation that runs an action: `runRefundOnSalesOrder`. */
  run(action: ModelAction): string;
}

/** The names for each model of a registry; they do not depend on the current user. @param schemas the schemas that are no models. */
export function namesOf(registry: Registry, schemas: Schemas): ReadonlyMap<Model, ModelNames> {
  const cached = cache.get(registry);
  if (cached) return cached;
  const taken = new Set(Object.keys(schemas).map((name) => name.toLowerCase()));
  const names = new Map(registry.models.map((model) => [model, modelNames(model, taken)]));
  cache.set(registry, names);
  return names;
}

const cache = new WeakMap<Registry, ReadonlyMap<Model, ModelNames>>();

function modelNames(model: Model, taken: Set<string>): ModelNames {
  const plain = `${ascii(model.app) || 'app'}.${ascii(model.name) || 'Model'}`;
  const number = firstFree((suffix) => schemaKinds.map((kind) => `${pascal(plain)}${suffix}${kind}`), taken);
  const operation = `${pascal(plain)}${number}`;
  const runs = new Map<string, string>();
  const takenRuns = new Set<string>();
  for (const { key } of model.actions) {
    const base = `run${pascal(key) || 'Action'}`;
    runs.set(key, `${base}${firstFree((suffix) => [`${base}${suffix}`], takenRuns)}On${operation}`);
  }
  return {
    schema: (kind) => `${plain}${number}${kind === '' ? '' : `.${kind}`}`,
    operation: (verb) => `${verb}${operation}`,
    run: ({ key }) => runs.get(key) ?? `run${pascal(key)}On${operation}`,
  };
}

/** The first of `''`, `'2'`, `'3'` … with which all the names are free; the names are then marked as taken. */
export function firstFree(namesWith: (suffix: string) => readonly string[], taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : String(number);
    const names = namesWith(suffix).map((name) => name.toLowerCase());
    if (names.some((name) => taken.has(name))) continue;
    for (const name of names) taken.add(name);
    return suffix;
  }
}

/** Removes accents, and all characters that OpenAPI does not allow in the name of a component. */
function ascii(text: string): string {
  return text.normalize('NFKD').replace(/[^A-Za-z0-9_-]+/g, '');
}

/** `sales.Order` becomes `SalesOrder`. */
export function pascal(text: string): string {
  return ascii(text.replaceAll('.', '-'))
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
