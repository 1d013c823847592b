import { isDeepStrictEqual } from 'node:util';
import { maxProblems } from '../../errors/errors.ts';
import { InvalidValue, type JsonSchema, type Value } from '../field-type.ts';
import { parseExact } from '../raw-number.ts';
import { problemsOfSchema, type SchemaProblem } from './check-schema.ts';
import { problemsOfValue } from './fit-value.ts';
import { withKeptParts } from './kept-parts.ts';
import { isObject } from './references.ts';
import { isStandard, ofStandard, type StandardSchema } from './standard-schema.ts';
import { placeText, type ValueSchema } from './value-schema.ts';
import { say } from '../../texts/message.ts';

/** A schema in a configuration: JSON Schema, or that of a library. */
export type SchemaOption = JsonSchema | StandardSchema;

/** The schema that a configuration has, or what is wrong with it. */
type ReadSchema = { readonly schema: ValueSchema } | { readonly problems: readonly SchemaProblem[] };

/** A configuration is read once for each language. */
const cache = new WeakMap<object, ReadSchema>();

/** Reads a schema of a configuration. */
export function readSchema(option: unknown): ReadSchema {
  if ((typeof option !== 'object' && typeof option !== 'function') || option === null)
    return { problems: [{ path: '', message: 'It is no schema.', cure: 'Give a JSON Schema, or a schema of Zod, Valibot or ArkType.' }] };
  const read = cache.get(option) ?? readNew(option);
  cache.set(option, read);
  return read;
}

function readNew(option: object): ReadSchema {
  if (isStandard(option)) {
    const schema = ofStandard(option);
    return 'fit' in schema ? { schema } : { problems: [schema] };
  }
  const json = isObject(option) ? option : {};
  const problems = isObject(option) ? problemsOfSchema(json) : [{ path: '', message: 'It is no schema.', cure: 'Give an object.' }];
  if (problems.length > 0) return { problems };
  const fit: ValueSchema['fit'] = (value) => {
    const misfits = problemsOfValue(json, value);
    return misfits.length > 0 ? { problems: misfits } : { value };
  };
  return { schema: { json, fit } };
}

/** The text of a JSON value as it is stored: with what the schema makes of it. Throws an {@link InvalidValue} that names each part that does not fit. */
export function fittedText(schema: ValueSchema, text: string): Value {
  const fitted = schema.fit(JSON.parse(text));
  if ('problems' in fitted) {
    const [first = say('noForm'), ...others] = fitted.problems
      .slice(0, maxProblems)
      .map(({ place, message }) => (place.length === 0 ? message : say('ofField', { name: placeText(place), message })));
    throw new InvalidValue(first, others);
  }
  if (isDeepStrictEqual(fitted.value, JSON.parse(text))) return text;
  if (fitted.value === null) throw new InvalidValue(say('notNull'));
  const written = JSON.stringify(withKeptParts(schema.json, parseExact(text), fitted.value)) as string | undefined;
  if (written === undefined) throw new Error('The schema of a JSON field makes a value that JSON has not.');
  return written;
}
