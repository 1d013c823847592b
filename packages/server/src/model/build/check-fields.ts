import type { FieldTypeName } from '@grimoire/protocol';
import { buildField, mayBeCalled } from './build-field.ts';
import type { OptionPlace } from './check-options.ts';
import { didYouMean } from './checks.ts';
import type { FieldConfig } from '../config/config.ts';
import type { Registration, RegistryInput } from './registry-input.ts';
import type { Fill } from '../field.ts';
import { fieldTypes } from '../field-types/all.ts';
import { type ColumnDescription, tableId, tableText } from '../table.ts';
import { checkUnusedOptions, strangeChoice } from './type-options.ts';

function isFillable(fill: Fill, type: FieldTypeName, hasOwnStaff: boolean): boolean {
  const { fills } = fieldTypes[type].traits;
  if (fill === 'createdAt' || fill === 'updatedAt') return fills === 'moment';
  // The keys of the service's own users are whole numbers.
  return fills === 'user' || (fills === 'user of the host' && !hasOwnStaff);
}

/** The options that a many-to-many field may have under `fields`. */
const ofManyToMany: ReadonlySet<string> = new Set(['label', 'helpText', 'hidden', 'readonly', 'view', 'detailOnly', 'queryable', 'widget']);

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

type FieldChecks = Pick<RegistryInput, 'problems' | 'storesAnyType' | 'hasOwnStaff' | 'userTable' | 'references'>;
type FieldCheck = FieldChecks & Pick<Registration, 'description' | 'config'> & { readonly place: string };

function checkLinkConfig(own: FieldConfig, { problems, place }: OptionPlace): void {
  const wrong = Object.keys(own).filter((part) => !ofManyToMany.has(part));
  for (const part of wrong)
    problems.add('E035', place, { message: `\`${part}\` is of columns.`, cure: `Use ${[...ofManyToMany].join(', ')}.` });
}

function checkFieldConfig(column: ColumnDescription, own: FieldConfig, input: FieldCheck): void {
  const { problems, storesAnyType, place } = input;
  const type = own.type ?? column.type;
  const wrongTarget = own.fill === undefined ? undefined : otherTarget(column, own.fill, input);
  if (own.fill && !isFillable(own.fill, type, input.hasOwnStaff)) {
    problems.add('E034', place, { message: `A ${type} can not be "${own.fill}".`, cure: 'Use a date, a time, a text or a key.' });
  } else if (wrongTarget !== undefined) {
    const users = input.userTable === undefined ? 'this service' : tableText(input.userTable);
    const message = `It points to ${wrongTarget}, and "${own.fill}" is the key of a user of ${users}.`;
    problems.add('E034', place, { message, cure: 'Use a column without a foreign key, or fill it in a hook.' });
  } else if (own.type && !mayBeCalled(column, own.type, storesAnyType)) {
    problems.add('E032', place, {
      message: `A column of type ${column.dbType} is no ${own.type}.`,
      cure: `Leave \`type\` out, or change the column.`,
    });
  } else {
    const strange = strangeChoice(buildField(column, input.description, input.config), own.choices ?? column.choices ?? []);
    const cure = own.choices ? 'Correct the choices, or the type.' : 'Leave `type` out, or give `choices` of that type.';
    if (strange !== undefined) problems.add('E032', place, { message: `Its choice "${strange}" is no ${type}.`, cure });
    checkUnusedOptions(own, type, { place, problems });
  }
}

/** The table that a `fill` column references, if the column would get keys of the service's own users but references another table. */
function otherTarget({ column, type }: ColumnDescription, fill: Fill, input: FieldCheck): string | undefined {
  const { description, hasOwnStaff, userTable, references } = input;
  // A text column gets the user's name: the database itself checks whether such a row exists.
  if (!hasOwnStaff || userTable === undefined || fill.endsWith('At') || fieldTypes[type].isText) return undefined;
  const keys = [...description.foreignKeys, ...(references.describe(description.table)?.foreignKeys ?? [])];
  const others = keys.filter(({ table }) => tableId(table) !== tableId(userTable));
  const found = others.find(({ columns }) => columns.includes(column));
  return found && tableText(found.table);
}
