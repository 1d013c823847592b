import { InvalidValue, type JsonSchema } from '../field-type.ts';
import type { SchemaProblem } from './check-schema.ts';
import { isObject } from './references.ts';
import type { Fitted, Place, ValueSchema } from './value-schema.ts';
import { say } from '../../texts/message.ts';

/** What a check of Standard Schema answers. */
type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/**
 * A schema of a validation library, by [Standard Schema](https://standardschema.dev) and Standard JSON Schema: of Zod 4.2 or newer, ArkType,
 * or Valibot with `toStandardJsonSchema()`.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    readonly jsonSchema?:
      | {
          readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
          readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
        }
      | undefined;
  };
}

/** Whether a value is a schema of a library. It may be a function, as those of ArkType are. */
export function isStandard(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false;
  const { '~standard': standard } = value;
  return isObject(standard) && standard['version'] === 1 && typeof standard['validate'] === 'function';
}

/** A schema of a library as that of a field, or why it can not be one. */
export function ofStandard(schema: StandardSchema): ValueSchema | SchemaProblem {
  const json = jsonOf(schema);
  if ('message' in json) return json;
  if (isAsynchronous(schema))
    return { path: '', message: 'Its checks are asynchronous.', cure: 'Check what takes time in `validate` of the model.' };
  return { json: json.json, fit: (value) => fittedBy(schema, value) };
}

function jsonOf({ '~standard': { vendor, jsonSchema } }: StandardSchema): { readonly json: JsonSchema } | SchemaProblem {
  if (typeof jsonSchema?.input !== 'function') {
    const cure = 'Use Zod 4.2 or newer, ArkType 2.1.28 or newer, or `toStandardJsonSchema()` of @valibot/to-json-schema.';
    return { path: '', message: `A schema of ${vendor} does not say what it is as JSON Schema.`, cure };
  }
  try {
    return { json: JSON.parse(JSON.stringify(jsonSchema.input({ target: 'draft-2020-12' }))) as JsonSchema };
  } catch (error) {
    const message = `It is none of JSON values: ${error instanceof Error ? error.message.replace(/\.?$/, '.') : String(error)}`;
    return { path: '', message, cure: 'Use types that JSON has: times are texts, for instance.' };
  }
}

/** Whether a check of some value is a promise. A library may say so only for the values of which the asynchronous part is asked. */
function isAsynchronous({ '~standard': standard }: StandardSchema): boolean {
  return [{}, [], '', 0, true, null].some((value) => {
    try {
      return isPromise(standard.validate(value));
    } catch {
      return false;
    }
  });
}

function isPromise(result: StandardResult | Promise<StandardResult>): result is Promise<StandardResult> {
  if (!('then' in result)) return false;
  // What becomes of it is of no interest, and must not end the process.
  result.catch(() => undefined);
  return true;
}

function fittedBy(schema: StandardSchema, value: unknown): Fitted {
  const result = resultOf(schema, value);
  if (!result.issues) return { value: result.value };
  return { problems: result.issues.map(({ message, path }) => ({ place: placeOf(path ?? []), message })) };
}

/**
 * Throws if the schema turns out to be asynchronous: nothing that was not checked may be stored. Throws an {@link InvalidValue} for a large value with more
 * problems than a library passes on as arguments; Zod then says that it is asynchronous.
 */
function resultOf({ '~standard': standard }: StandardSchema, value: unknown): StandardResult {
  try {
    const result = standard.validate(value);
    if (!isPromise(result)) return result;
  } catch (error) {
    throw error instanceof RangeError && isLarge(value) ? new InvalidValue(say('tooManyParts')) : error;
  }
  if (isLarge(value)) throw new InvalidValue(say('tooManyParts'));
  throw new Error(`A schema of ${standard.vendor} for a JSON field has checks that are asynchronous.`);
}

function isLarge(value: unknown): boolean {
  return JSON.stringify(value).length > 50_000;
}

function placeOf(path: readonly (PropertyKey | { readonly key: PropertyKey })[]): Place {
  return path.map((step) => {
    const key = typeof step === 'object' ? step.key : step;
    return typeof key === 'symbol' ? String(key) : key;
  });
}
