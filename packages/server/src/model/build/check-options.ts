import type { z } from 'zod';
import type { ModelRegistration } from '../config/config.ts';
import { didYouMean, type Problems } from './checks.ts';
import {
  actionShape,
  adminActionShape,
  fieldShape,
  formSectionShape,
  formShape,
  hookShape,
  inlineShape,
  manyToManyShape,
  modelShape,
  paramShape,
  registrationShape,
} from './option-shapes.ts';

type Options = Readonly<Record<string, unknown>>;

/** Names that other admin tools use for an option, and that `didYouMean` would not find. */
const synonyms: Readonly<Record<string, string>> = { is_readonly: 'readonly', isReadonly: 'readonly', list_display: 'listDisplay' };

/** The required options, each with a hint for the case that it is missing. */
type Required = Readonly<Record<string, string>>;

/**
 * Checks an object of the configuration: unknown options and invalid values are reported. An option that is undefined counts as left out.
 * @returns the object; undefined if the value is no object.
 */
export function checkOptions(
  value: unknown,
  schemas: Readonly<Record<string, z.ZodType>>,
  { place, problems }: OptionPlace,
  required: Required = {},
): Options | undefined {
  // Members that only carry a type are no options.
  const names = Object.keys(schemas).filter((name) => !name.startsWith('$'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.add('E061', place, { message: 'It is no object.', cure: `Give an object of ${names.join(', ')}.` });
    return undefined;
  }
  // If an option is misspelled, a missing one is not reported: it is probably the same.
  const isMistyped = Object.keys(value).some((name) => !Object.hasOwn(schemas, name));
  for (const [name, cure] of isMistyped ? [] : Object.entries(required))
    if ((value as Options)[name] === undefined) problems.add('E061', place, { message: `\`${name}\` is missing.`, cure });
  for (const [name, given] of Object.entries(value)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!schema) problems.add('E060', place, { message: `"${name}" is none.`, cure: cureOf(name, names) });
    else if (given !== undefined) checkValue(given, schema, { place: `${place} ${name}`.trim(), problems });
  }
  return value as Options;
}

/** The place of an option in the configuration, and the list for its problems. */
export interface OptionPlace {
  readonly place: string;
  readonly problems: Problems;
}

function checkValue(given: unknown, schema: z.ZodType, { place, problems }: OptionPlace): void {
  const { error } = schema.safeParse(given);
  const [issue] = error?.issues ?? [];
  if (!issue) return;
  const inside = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  problems.add('E061', place, {
    message: `${inside}${issue.message.replace(/\.?$/, '.')}`,
    cure: 'See the reference of settings and options.',
  });
}

function cureOf(name: string, names: readonly string[]): string {
  const synonym = Object.hasOwn(synonyms, name) ? synonyms[name] : undefined;
  return synonym !== undefined && names.includes(synonym) ? `Did you mean "${synonym}"?` : didYouMean(name, names);
}

/** The entries of a map of options by name; a value that is no object is reported. */
export function entriesOf(value: unknown, { place, problems }: OptionPlace): [name: string, options: unknown][] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  problems.add('E061', place, { message: 'It is no object.', cure: 'Give an object with one entry for each name.' });
  return [];
}

function listOf(value: unknown, { place, problems }: OptionPlace): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  problems.add('E061', place, { message: 'It is no list.', cure: 'Give a list.' });
  return [];
}

/** Reports unknown options and invalid values of models and of their parts. */
export function checkModels(models: unknown, problems: Problems): void {
  for (const [index, registration] of listOf(models, { place: 'models', problems }).entries()) {
    const place = `models[${index}]`;
    if (isRegistration(registration)) {
      const options = checkOptions(registration, registrationShape, { place, problems });
      if (options) checkModel(String(options['key']), options['config'], problems);
    } else {
      const message = isTable(registration) ? 'It is a bare table.' : 'It is no model.';
      problems.add('E061', place, { message, cure: "Write model(table, 'app.Model')." });
    }
  }
}

/** Whether `model()` has made it. A Drizzle table may have columns of the same names. */
export function isRegistration(value: unknown): value is ModelRegistration {
  if (typeof value !== 'object' || value === null || isTable(value)) return false;
  return ['source', 'key'].every((name) => Object.hasOwn(value, name));
}

/** Whether it is a Drizzle table, or a table's name. Drizzle is an optional peer, so its own marker is checked. */
function isTable(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && Symbol.for('drizzle:IsDrizzleTable') in value);
}

function checkModel(key: string, config: unknown, problems: Problems): void {
  const options = checkOptions(config, modelShape, { place: key, problems });
  if (!options) return;
  const at = (part: string): OptionPlace => ({ place: `${key} ${part}`, problems });
  for (const [name, field] of entriesOf(options['fields'], at('fields')))
    if (field !== undefined) checkOptions(field, fieldShape, at(`fields.${name}`));
  for (const [name, link] of entriesOf(options['manyToMany'], at('manyToMany')))
    checkOptions(link, manyToManyShape, at(`manyToMany.${name}`));
  for (const [index, inline] of listOf(options['inlines'], at('inlines')).entries())
    checkOptions(inline, inlineShape, at(`inlines[${index}]`));
  if (options['form'] !== undefined) checkForm(options['form'], at('form'));
  if (options['hooks'] !== undefined) checkOptions(options['hooks'], hookShape, at('hooks'));
  for (const [name, action] of entriesOf(options['actions'], at('actions'))) checkAction(action, at(`actions.${name}`));
}

function checkForm(form: unknown, at: OptionPlace): void {
  const options = checkOptions(form, formShape, at);
  const place = `${at.place}.sections`;
  for (const [index, section] of listOf(options?.['sections'], { ...at, place }).entries())
    checkOptions(section, formSectionShape, { ...at, place: `${place}[${index}]` }, { fields: 'Name the fields of the section.' });
}

function checkAction(action: unknown, at: OptionPlace): void {
  // A bare handler has its options as properties.
  const options = checkOptions(typeof action === 'function' ? Object.fromEntries(Object.entries(action)) : action, actionShape, at);
  if (options) checkParams(options['params'], at);
}

const requiredOfEntry: Required = {
  model: 'Name the model, "{app}.{Model}".',
  codename: 'Name the permission that it needs; null where none is.',
  name: 'Write what it is called for people.',
  kind: 'Write "server" or "client".',
  scope: 'Write "bulk" or "toolbar".',
};

/** The same for actions that are declared apart from their models. */
export function checkAdminActionOptions(actions: unknown, problems: Problems): void {
  for (const [index, action] of listOf(actions, { place: 'adminActions', problems }).entries()) {
    const at = { place: `adminActions[${index}]`, problems };
    const options = checkOptions(action, adminActionShape, at, requiredOfEntry);
    if (options) checkParams(options['params'], at);
  }
}

/** The same for the parameters of an action or a widget. */
export function checkParams(params: unknown, { place, problems }: OptionPlace): void {
  for (const [name, param] of entriesOf(params, { place: `${place} params`, problems })) {
    const options = checkOptions(param, paramShape, { place: `${place} params.${name}`, problems });
    if (options && options['type'] === undefined)
      problems.add('E061', `${place} params.${name}`, { message: '`type` is missing.', cure: 'Name a field type, such as "DateField".' });
  }
}
