import type { FieldTypeName } from '@grimoire/protocol';
import { buildField, choicesOf, isForeignKey, isWithoutZone, mayBeCalled } from './build-field.ts';
import type { OptionPlace } from './check-options.ts';
import { checkFieldEditor } from './check-field-editors.ts';
import { didYouMean } from './checks.ts';
import type { FieldConfig } from '../config/config.ts';
import type { Registration, RegistryInput } from './registry-input.ts';
import type { Choice, Fill } from '../field.ts';
import { fieldTypes } from '../field-types/all.ts';
import { isFillable, isFilledByLink, otherTarget } from './filled-by-user.ts';
import { type ColumnDescription, tableText } from '../table.ts';
import { checkSchema, checkUnusedOptions, strangeChoice } from './type-options.ts';

/** The options that a many-to-many field may have under `fields`. */
const ofManyToMany: ReadonlySet<string> = new Set([
  'label',
  'helpText',
  'hidden',
  'readonly',
  'view',
  'detailOnly',
  'queryable',
  'widget',
  'visibleWhen',
  'readOnlyWhen',
]);

/** Reports options of fields that do not exist, and options that do not fit their field. */
export function checkFieldConfigs(registration: Registration, input: FieldChecks): void {
  const { key, description, config } = registration;
  const names = [...description.columns.map((column) => column.name), ...Object.keys(config.manyToMany ?? {})];
  const requireName = (name: string, place: string): void => {
    if (!names.includes(name)) input.problems.add('E010', place, { message: `"${name}" is none.`, cure: didYouMean(name, names) });
  };
  for (const name of config.readonlyFields ?? []) requireName(name, `${key} readonlyFields`);
  for (const [name, own] of Object.entries<FieldConfig | undefined>(config.fields ?? {})) {
    const place = `${key} fields.${name}`;
    const column = description.columns.find((candidate) => candidate.name === name);
    requireName(name, place);
    if (own && column) checkFieldConfig(column, own, { ...input, place, description, config });
    else if (own && names.includes(name)) checkLinkConfig(own, { ...input, place });
  }
}

type FieldChecks = Pick<RegistryInput, 'problems' | 'storesAnyType' | 'userTable' | 'references' | 'staffLink'>;
type FieldCheck = FieldChecks & Pick<Registration, 'description' | 'config'> & { readonly place: string };

function checkLinkConfig(own: FieldConfig, { problems, place }: OptionPlace): void {
  const wrong = Object.keys(own).filter((part) => !ofManyToMany.has(part));
  for (const part of wrong)
    problems.add('E035', place, { message: `\`${part}\` is of columns.`, cure: `Use ${[...ofManyToMany].join(', ')}.` });
  checkFieldEditor({ widget: own.widget, type: 'ManyToManyField', hasChoices: false, beside: new Map() }, { place, problems });
}

function checkFieldConfig(column: ColumnDescription, own: FieldConfig, input: FieldCheck): void {
  const { problems, storesAnyType, place } = input;
  const type = own.type ?? (own.epoch === undefined ? column.type : 'DateTimeField');
  checkTimes(column, own, input);
  if (own.fill !== undefined && !checkFill(column, type, own.fill, input)) return;
  if (own.type && !mayBeCalled(column, own.type, storesAnyType)) {
    problems.add('E032', place, {
      message: `A column of type ${column.dbType} is no ${own.type}.`,
      cure: `Leave \`type\` out, or change the column.`,
    });
  } else {
    const strange = strangeChoice(buildField(column, input.description, input.config), own.choices ?? column.choices ?? []);
    const cure = own.choices ? 'Correct the choices, or the type.' : 'Leave `type` out, or give `choices` of that type.';
    if (strange !== undefined) problems.add('E032', place, { message: `Its choice "${strange}" is no ${type}.`, cure });
    checkUnusedOptions(own, type, { place, problems });
    checkSchema(own.schema, buildField(column, input.description, input.config), { place, problems });
    checkTones(own, choicesOf(column, own), { place, problems });
    checkLook(column, own, input);
  }
}

/** Reports what is said of times where the column holds none, or where it says that itself. */
function checkTimes(
  column: ColumnDescription,
  own: FieldConfig,
  { problems, place, storesAnyType, description, config }: FieldCheck,
): void {
  const { type } = buildField(column, description, config);
  if (own.timeZone !== undefined && (own.epoch !== undefined || !isWithoutZone(column, type))) {
    const message = type.calendar === 'instant' ? 'Its times have one already.' : `A ${type.name} has no time zone.`;
    problems.add('E061', `${place} timeZone`, { message, cure: 'Leave it out: it is of date-times in columns without a zone.' });
  }
  if (own.epoch === undefined) return;
  const isNumber = fieldTypes[column.type].traits.family === 'integer' && type.calendar === 'instant';
  if (isNumber && storesAnyType) return;
  const message = isNumber ? 'Only columns of SQLite can be so.' : 'It is no column of integers that holds date-times.';
  problems.add('E061', `${place} epoch`, { message, cure: 'Leave it out, or name a column of integers of SQLite.' });
}

/** Reports a field editor, or `grouping`, that does not fit the field. A foreign key is shown as a link to its row. */
function checkLook(column: ColumnDescription, own: FieldConfig, { problems, place, description, config }: FieldCheck): void {
  const field = buildField(column, description, config);
  const type = isForeignKey(column, description) ? 'ForeignKey' : field.type.name;
  const beside = new Map(description.columns.map(({ name }) => [name, { isHidden: isHidden(config.fields?.[name]) }]));
  checkFieldEditor({ widget: own.widget, type, hasChoices: field.choices !== undefined, beside }, { place, problems });
  if (own.grouping !== undefined && field.grouping === undefined)
    problems.add('E061', `${place} grouping`, { message: `A ${type} has no digits to group.`, cure: 'Leave it out.' });
}

function isHidden(own: FieldConfig | undefined): boolean {
  return own?.hidden === true || own?.writeOnly === true;
}

/** Reports tones of what is no choice of the field. */
function checkTones({ tones = {} }: FieldConfig, choices: readonly Choice[] | undefined, { place, problems }: OptionPlace): void {
  const values = choices?.map(({ value }) => String(value)) ?? [];
  for (const value of Object.keys(tones))
    if (!values.includes(value))
      problems.add('E035', `${place} tones`, {
        message: choices ? `"${value}" is none of its choices.` : 'The field has no choices.',
        cure: choices ? didYouMean(value, values) : 'Give it `choices`, or leave `tones` out.',
      });
}

/** Reports a column that can not be filled. @returns whether it can. */
function checkFill(column: ColumnDescription, type: FieldTypeName, fill: Fill, input: FieldCheck): boolean {
  const { problems, place, userTable } = input;
  if (isFilledByLink(column, type, fill, input)) return true;
  const target = otherTarget(column, fill, input);
  if (!isFillable(fill, type, userTable)) {
    const isUser = fieldTypes[type].traits.fills === 'user of the host' && !fill.endsWith('At');
    const cure = isUser ? 'Set `staffLink`: the service’s own users have no such key.' : 'Use a date, a time, a text or a key.';
    problems.add('E034', place, { message: `A ${type} can not be "${fill}".`, cure });
    return false;
  }
  if (target === undefined) return true;
  const users = userTable === undefined ? 'this service' : tableText(userTable);
  const message = `It points to ${target}, and "${fill}" is the key of a user of ${users}.`;
  problems.add('E034', place, {
    message,
    cure: 'Set `staffLink` to the model of that table, use a column without a foreign key, or fill it in a hook.',
  });
  return false;
}
