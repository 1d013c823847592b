import { RequestProblems } from '../../errors/errors.ts';
import type { ParamConfig, ParamConfigs, ParamValues } from '../config/param.ts';
import type { Field } from '../field.ts';
import { InvalidValue } from '../field-type.ts';
import { fieldTypes } from '../field-types/all.ts';
import { checkValue, parseInput, toWire } from '../input.ts';
import { asForeignKey, buildField } from './build-field.ts';
import type { OptionPlace } from './check-options.ts';
import { checkFieldEditor } from './check-field-editors.ts';
import { didYouMean, type Problems } from './checks.ts';
import { checkSchema, checkUnusedOptions, strangeChoice } from './type-options.ts';
import { say } from '../../texts/message.ts';

/** The key fields of the models that have a single key field, by the models' keys. */
export type ModelKeys = ReadonlyMap<string, Field>;

/** Reports problems of the parameters of an action or a widget. */
export function checkParams(params: ParamConfigs, keys: ModelKeys, owner: string, problems: Problems): void {
  for (const [name, config] of Object.entries(params)) {
    const { type, to } = config;
    const place = `${owner} params.${name}`;
    const cure = 'Write `type: "ForeignKey", to: "{app}.{Model}"`.';
    const { isParam, traits } = fieldTypes[type];
    if (!isParam) problems.add('E057', place, { message: `This is a ${type}.`, cure: 'Use a type of one plain value, or a ForeignKey.' });
    else if (!traits.isRelation && to !== undefined) problems.add('E058', place, { message: `This is a ${type} with \`to\`.`, cure });
    else if (traits.isRelation && to === undefined) problems.add('E058', place, { message: 'This one names none.', cure });
    else if (to !== undefined && !keys.has(to))
      problems.add('E058', place, { message: `"${to}" is no registered model with one key field.`, cure: didYouMean(to, keys.keys()) });
    else {
      checkValues(paramField(name, config, keys), config, { place, problems });
      const beside = new Map(Object.keys(params).map((other) => [other, { isHidden: false }]));
      checkSchema(config.schema, paramField(name, config, keys), { place, problems });
      checkFieldEditor({ widget: config.widget, type, hasChoices: config.choices !== undefined, beside }, { place, problems });
    }
  }
}

function checkValues(field: Field, config: ParamConfig, { place, problems }: OptionPlace): void {
  const strange = strangeChoice(field, config.choices ?? []);
  if (strange !== undefined)
    problems.add('E061', `${place} choices`, { message: `"${strange}" is no ${config.type}.`, cure: 'Correct it, or the type.' });
  checkUnusedOptions(config, config.type, { place, problems });
  checkDefault(field, place, problems);
}

/** An invalid default would fail every request that leaves the parameter out. */
function checkDefault(field: Field, place: string, problems: Problems): void {
  if (field.defaultValue === undefined) return;
  try {
    checkValue(field, parseInput(field, field.defaultValue));
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    problems.add('E061', `${place} default`, { message: error.message, cure: 'Write a value that a request could send.' });
  }
}

/** Parameters as fields: these describe them in the schema, and decide how their values are read. */
export function paramFields(params: ParamConfigs, keys: ModelKeys): Field[] {
  return Object.entries(params).map(([name, config]) => paramField(name, config, keys));
}

function paramField(name: string, config: ParamConfig, keys: ModelKeys): Field {
  const isRequired = config.required === true && config.default === undefined;
  const { paramRange, traits } = fieldTypes[config.type];
  const column = {
    name,
    column: name,
    type: config.type,
    dbType: '',
    null: !isRequired,
    hasDefault: config.default !== undefined,
    ...(paramRange === undefined ? {} : { range: paramRange }),
    ...(traits.isList ? { element: { type: 'CharField' as const, dbType: '' } } : {}),
  };
  const { type, label, helpText, widget, choices, schema, maxLength, maxDigits, decimalPlaces } = config;
  const own = Object.fromEntries(
    Object.entries({ type, label, helpText, widget, choices, schema, maxLength, maxDigits, decimalPlaces }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const table = { table: { schema: undefined, name: '' }, isView: false, columns: [column], primaryKey: [], uniques: [], foreignKeys: [] };
  const field = { ...buildField(column, table, { fields: { [name]: own } }), defaultValue: config.default };
  const key = config.to === undefined ? undefined : keys.get(config.to);
  if (!key || config.to === undefined) return field;
  return asForeignKey(field, { model: config.to, column: key.column, onDelete: 'no action' }, key);
}

/** Reads the values of parameters. Throws a 400 that names every invalid and every unknown one. */
export function readParams(fields: readonly Field[], input: Readonly<Record<string, unknown>>): ParamValues {
  const problems = new RequestProblems();
  const names = new Set(fields.map((field) => field.name));
  for (const name of Object.keys(input)) if (!names.has(name)) problems.add(name, say('unknownParameter'));
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    try {
      values[field.name] = readParam(field, Object.hasOwn(input, field.name) ? input[field.name] : undefined);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.add(field.name, ...error.all);
    }
  }
  problems.throwIfAny();
  return values;
}

function readParam(field: Field, raw: unknown): unknown {
  const value = raw === undefined ? null : parseInput(field, raw);
  if (value === null && field.defaultValue !== undefined) return field.defaultValue;
  if (value === null && !field.null) throw new InvalidValue(say('required'));
  return toWire(checkValue(field, value), field);
}
