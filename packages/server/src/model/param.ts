import type { FieldTypeName } from '@grimoire/protocol';
import { invalidParameters } from '../errors.ts';
import { buildField } from './build-field.ts';
import type { Choice, Field } from './field.ts';
import { InvalidValue } from './field-type.ts';
import { checkValue, parseInput, toWire } from './input.ts';
import { integerRange } from './field-types/integer.ts';

/** One value that a widget or an action takes, described as a field is; an `ArrayField` is a list of texts. */
export interface ParamConfig {
  readonly type: FieldTypeName;
  readonly label?: string;
  readonly helpText?: string;
  /** Whether it must be given; false where there is a default. */
  readonly required?: boolean;
  readonly default?: string | number | boolean;
  readonly choices?: readonly (string | Choice)[];
  readonly maxLength?: number;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
}

/** Params by name. */
export type ParamConfigs = Readonly<Record<string, ParamConfig>>;

const integers: ReadonlySet<FieldTypeName> = new Set(['IntegerField', 'SmallIntegerField', 'PositiveIntegerField']);

/** A param as a field: what the schema says of it, and how its values are read. */
export function paramField(name: string, config: ParamConfig): Field {
  const isRequired = config.required === true && config.default === undefined;
  const range = config.type === 'PositiveIntegerField' ? ([0n, integerRange[1]] as const) : integerRange;
  const column = {
    name,
    column: name,
    type: config.type,
    dbType: '',
    null: !isRequired,
    hasDefault: config.default !== undefined,
    ...(integers.has(config.type) ? { range } : {}),
    ...(config.type === 'ArrayField' ? { element: { type: 'CharField' as const, dbType: '' } } : {}),
    ...(config.default === undefined ? {} : { defaultValue: config.default }),
  };
  const { type, label, helpText, choices, maxLength, maxDigits, decimalPlaces } = config;
  const own = Object.fromEntries(
    Object.entries({ type, label, helpText, choices, maxLength, maxDigits, decimalPlaces }).filter(([, value]) => value !== undefined),
  );
  const table = { table: { schema: undefined, name: '' }, isView: false, columns: [column], primaryKey: [], uniques: [], foreignKeys: [] };
  return buildField(column, table, { fields: { [name]: own } });
}

/** Values of params as a handler gets them: in the wire's form, with defaults, null where none was given. */
export type ParamValues = Readonly<Record<string, unknown>>;

/** Reads the values of params. Throws a 400 that names every bad and every unknown one. */
export function readParams(fields: readonly Field[], input: Readonly<Record<string, unknown>>): ParamValues {
  const problems = new Map<string, readonly string[]>();
  const known = new Set(fields.map((field) => field.name));
  for (const name of Object.keys(input)) if (!known.has(name)) problems.set(name, ['Unknown parameter.']);
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    try {
      values[field.name] = readParam(field, Object.hasOwn(input, field.name) ? input[field.name] : undefined);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.set(field.name, [error.message]);
    }
  }
  if (problems.size > 0) throw invalidParameters(problems);
  return values;
}

function readParam(field: Field, raw: unknown): unknown {
  const value = raw === undefined ? null : parseInput(field, raw);
  if (value === null && field.defaultValue !== undefined) return field.defaultValue;
  if (value === null && !field.null) throw new InvalidValue('This field is required.');
  checkValue(field, value);
  return toWire(value, field);
}
