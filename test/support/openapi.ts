import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A part of an OpenAPI document, untyped. */
export type Json = any;

/** Checks answers against the document that describes them. */
export class DescribedAnswers {
  readonly document: Json;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, ownProperties: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.document = document;
    this.#ajv.addSchema({ $id: 'document', components: document.components });
  }

  /**
   * The errors of an answer: its status is not documented, or its body does not match the schema. Errors at the places that `isExempt` names,
   * by JSON pointers, are left out.
   */
  problemsWith(
    path: string,
    method: string,
    answer: { readonly status: number; readonly body: unknown },
    isExempt: (pointer: string) => boolean = () => false,
  ): string[] {
    const responses = this.document.paths[path]?.[method]?.responses ?? {};
    const isDryRun = answer.status === 200 && (answer.body as { dry_run?: unknown } | null)?.dry_run === true;
    const tried = Object.values<Json>(responses).find((response) => response['x-dry-run']);
    const described = isDryRun ? tried : resolved(this.document, responses[answer.status]);
    if (!described) return [`${method} ${path}: ${answer.status} is not foreseen`];
    const schema = isDryRun ? described['x-dry-run'] : described.content?.['application/json']?.schema;
    if (!schema) return [];
    const validate = this.#validatorOf(`${path} ${method} ${answer.status} ${isDryRun}`, schema);
    if (validate(answer.body)) return [];
    const errors = (validate.errors ?? []).filter(({ instancePath }) => !isExempt(instancePath));
    return errors.slice(0, 3).map((error) => `${method} ${path} ${answer.status}: ${error.instancePath} ${error.message}`);
  }

  #validatorOf(name: string, schema: Json): ValidateFunction {
    const known = this.#validators.get(name);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = this.#ajv.compile(JSON.parse(text));
    this.#validators.set(name, validate);
    return validate;
  }
}

/** A part of a document, with its reference resolved. */
export function resolved(document: Json, part: Json): Json {
  return part?.$ref ? refOf(document, part.$ref) : part;
}

/** A valid value of a schema, as a client could make it from the schema alone. */
export function exampleOf(document: Json, schema: Json, seed = 0): unknown {
  if (schema.$ref) return exampleOf(document, refOf(document, schema.$ref), seed);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[seed % schema.enum.length];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return exampleOf(document, alternatives[seed % alternatives.length], seed);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1 + seed);
    case 'boolean':
      return seed % 2 === 0;
    case 'array':
      return [exampleOf(document, schema.items ?? {}, seed)];
    case 'object':
      return Object.fromEntries(
        Object.entries<Json>(schema.properties ?? {})
          .filter(([name]) => seed % 2 === 0 || (schema.required ?? []).includes(name))
          .map(([name, property]) => [name, exampleOf(document, property, seed)]),
      );
    case 'null':
      return null;
    default:
      return textOf(schema, seed);
  }
}

function textOf({ format, maxLength }: Json, seed: number): string {
  switch (format) {
    case 'date':
      return '2026-01-02';
    case 'date-time':
      return '2026-01-02T03:04:05Z';
    case 'time-local':
      return '03:04:05';
    case 'duration':
      return 'PT1H';
    case 'uuid':
      return `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
    case 'decimal':
      return `${seed + 1}.5`;
    default:
      return `text ${seed}`.slice(0, maxLength);
  }
}

function refOf(document: Json, ref: string): Json {
  return ref
    .replace('#/', '')
    .split('/')
    .reduce((node, part) => node[part], document);
}

/** A path of a request or an answer, split at its slashes and decoded; null where it can not be decoded. */
export function segmentsOf(path: string): string[] | null {
  const bare = new URL(`http://admin.test${path.startsWith('//') ? `/.${path}` : path}`).pathname;
  try {
    return bare.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

const templates = new WeakMap<DescribedAnswers, readonly { readonly path: string; readonly parts: readonly string[] }[]>();

/** The path of the document that a request's path is an instance of: the one with fewest variable parts. */
export function templateOf(answers: DescribedAnswers, path: string): string | null {
  const segments = segmentsOf(path);
  if (!segments) return null;
  let known = templates.get(answers);
  if (!known) {
    known = Object.keys(answers.document.paths)
      .map((name) => ({ path: name, parts: name.split('/').filter(Boolean) }))
      .toSorted((a, b) => variablesIn(a.path) - variablesIn(b.path));
    templates.set(answers, known);
  }
  const fits = (parts: readonly string[], isEqual: (a: string, b: string) => boolean): boolean =>
    parts.length === segments.length && parts.every((part, place) => part.startsWith('{') || isEqual(part, segments[place] ?? ''));
  const exact = known.find(({ parts }) => fits(parts, (a, b) => a === b));
  return (exact ?? known.find(({ parts }) => fits(parts, (a, b) => a.toLowerCase() === b.toLowerCase())))?.path ?? null;
}

function variablesIn(path: string): number {
  return path.split('{').length;
}
