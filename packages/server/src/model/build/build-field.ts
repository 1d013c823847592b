import type { FieldTypeName } from '@grimoire/protocol';
import type { AdminConfig, FieldConfig } from '../config/config.ts';
import { conditionsOf } from './form-conditions.ts';
import type { Choice, Field, Relation, Storage } from '../field.ts';
import type { FieldType } from '../field-type.ts';
import { fieldTypes } from '../field-types/all.ts';
import { smallRange } from '../field-types/integer.ts';
import { opaqueField } from '../field-types/opaque.ts';
import { enumLabels, isIdentifierName, isLongTextName, isTimeOfBookkeeping, verboseNameOf, verboseNameOfKey } from '../naming.ts';
import type { ColumnDescription, TableDescription } from '../table.ts';
import { timeZoneOf } from '../time-zone.ts';
import { defaultValueOf } from './default-value.ts';
import { readSchema } from '../json-schema/read-schema.ts';
import { takesSchema } from './type-options.ts';

/** Whether a config may change the type of a column: to any type if the database's columns hold values of any type, else within a family. */
export function mayBeCalled(column: ColumnDescription, type: FieldTypeName, storesAnyType: boolean): boolean {
  if (column.type === type || storesAnyType) return fieldTypes[type].traits.isRelation !== true;
  const { family } = fieldTypes[type].traits;
  return family !== undefined && fieldTypes[column.type].traits.family === family;
}

/** The key columns of a table: those of the config (for a view), otherwise those of the source. */
export function keyColumns(description: TableDescription, config: AdminConfig): readonly string[] {
  if (!config.primaryKey) return description.primaryKey;
  const byName = new Map(description.columns.map((column) => [column.name, column.column]));
  return config.primaryKey.map((name) => byName.get(name) ?? name);
}

function typeOf(column: ColumnDescription, config: FieldConfig): FieldType {
  if (config.type) return fieldTypes[config.type];
  if (column.isOpaque) return opaqueField;
  const isUnbounded = column.type === 'CharField' && column.maxLength === undefined && !column.choices && !config.choices;
  return isUnbounded && isLongTextName(column.name) ? fieldTypes.TextField : fieldTypes[column.type];
}

/** The choices of a field: those of its config, otherwise those of its source. */
export function choicesOf(column: ColumnDescription, config: FieldConfig): readonly Choice[] | undefined {
  if (config.choices) return config.choices.map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice));
  const stored = column.choices ?? [];
  const values = stored.map((choice) => (typeof choice === 'string' ? choice : String(choice.value)));
  const labels = enumLabels(values);
  const choices = stored.map((choice, index) => (typeof choice === 'string' ? { value: choice, label: labels[index] ?? choice } : choice));
  return column.choices && choices;
}

/** The options of a field: those of its config, otherwise those of its source. */
function optionsOf({ name, helpText, fill }: ColumnDescription, config: AdminConfig): FieldConfig {
  const own = config.fields?.[name];
  return {
    ...(helpText === undefined ? {} : { helpText }),
    ...(fill === undefined ? {} : { fill }),
    ...(own?.epoch === undefined ? {} : { type: 'DateTimeField' as const }),
    ...own,
  };
}

/** A field from its column and its config; {@link asForeignKey} turns it into a foreign key once all models are known. */
export function buildField(column: ColumnDescription, description: TableDescription, config: AdminConfig): Field {
  const own = optionsOf(column, config);
  const keys = keyColumns(description, config);
  const isKey = keys.includes(column.column);
  const type = typeOf(column, own);
  const isOpaque = column.isOpaque === true && own.type === undefined;
  const choices = type.traits.isList ? undefined : choicesOf(column, own);
  const isEdited =
    !isOpaque && !isReadonly(column, own, config) && type.traits.isNeverEdited !== true && !(isKey && column.hasDefault === true);
  const refused = isEdited ? refusedTo(column, description) : undefined;
  const field: Field = {
    name: column.name,
    column: column.column,
    type,
    inner: type.traits.isList ? elementField(column, own) : undefined,
    relation: undefined,
    link: undefined,
    ...storedAs(column, own, { type, zone: own.timeZone ?? config.timeZone }),
    isOpaque,
    verboseName: own.label ?? labelOf(column, description),
    helpText: own.helpText,
    null: column.null && !isKey,
    unique: (isKey && keys.length === 1) || description.uniques.some((unique) => unique.length === 1 && unique[0] === column.column),
    primaryKey: isKey,
    maxLength: type.isText && !choices ? (own.maxLength ?? column.maxLength) : undefined,
    maxDigits: own.maxDigits ?? column.maxDigits,
    decimalPlaces: own.decimalPlaces ?? column.decimalPlaces,
    range: own.epoch === undefined ? rangeOf(type.name, column, isKey || isForeignKey(column, description)) : undefined,
    limits: column.limits,
    choices,
    hasDefault: mayBeLeftOut(column, own, type),
    defaultValue: undefined,
    editable: isEdited && !(refused?.insert !== undefined && refused.update !== undefined),
    refused,
    ...valuesOf(column, type, own),
    ...groupingOf(type, own.grouping ?? !(isKey || identifies(column, description))),
    ...visibilityOf(own.detailOnly === undefined && column.isForSearch === true ? { ...own, detailOnly: true } : own),
  };
  return { ...field, defaultValue: defaultValueOf(field, column.constant) };
}

function isOfTexts({ type }: ColumnDescription): boolean {
  return fieldTypes[type].traits.family === 'text';
}

/** Whether a column that holds date-times, by its own type or by that of the config, names no time zone. */
export function isWithoutZone(column: ColumnDescription, { calendar }: FieldType): boolean {
  return calendar === 'instant' && (column.isZoneless === true || isOfTexts(column));
}

/** How the column stores values of this type. @param named the zone of date-times in a column without one. */
function storedAs(
  column: ColumnDescription,
  own: FieldConfig,
  { type, zone: named }: { readonly type: FieldType; readonly zone: string | undefined },
): Pick<Field, 'dbType' | 'storage' | 'timeZone'> {
  const storage = own.epoch ?? column.storage ?? (own.type === undefined ? 'native' : configuredStorage(column, type));
  // As it is written: the database may not have the former name that `Intl` gives.
  const zone = named === undefined || own.epoch !== undefined || !isWithoutZone(column, type) ? undefined : named;
  return { dbType: column.dbType, storage, ...(zone === undefined || timeZoneOf(zone) === 'UTC' ? {} : { timeZone: zone }) };
}

/** How a column stores values of a type that only the config gives it. */
function configuredStorage(column: ColumnDescription, { name }: FieldType): Storage {
  if (isOfTexts(column)) return 'text';
  return name === 'UUIDField' && column.type === 'BinaryField' ? 'bytes' : 'native';
}

/** Whether the database fills the column where a new row leaves it out. A flag that is left out is false (CONTRACT §3), whatever a trigger does. */
function mayBeLeftOut(column: ColumnDescription, own: FieldConfig, { traits }: FieldType): boolean {
  const isFilled = column.mayBeFilled === true && !column.null && traits.isFlag !== true;
  return column.hasDefault === true || column.makeKey !== undefined || own.required === false || isFilled;
}

/** Whether no user changes the field, because the config says so or something else fills it. */
function isReadonly({ name, isAutomatic, ...column }: ColumnDescription, own: FieldConfig, config: AdminConfig): boolean {
  if (isAutomatic === true || own.readonly === true) return true;
  if (config.softDelete === name || (config.readonlyFields ?? []).includes(name)) return true;
  if (config.fields?.[name]?.fill !== undefined) return true;
  // The config may give users a field that its source fills where they leave it out.
  return own.readonly !== false && isBookkeeping({ name, ...column }, own);
}

/**
 * Whether the column says when its row was made or changed. A column of days that begins with the present one may say anything else, such as when
 * a bill is due: it is of bookkeeping only by its name.
 */
function isBookkeeping({ name, type, ownTime }: ColumnDescription, own: FieldConfig): boolean {
  if (own.fill === undefined && ownTime === undefined) return false;
  const isFirst = own.fill === undefined ? ownTime === 'default' : own.fill === 'createdAt';
  return !isFirst || fieldTypes[own.type ?? type].calendar !== 'day' || isTimeOfBookkeeping(name);
}

/** Whether the digits of a number stand in groups. Only whole numbers identify something; the key of the database itself has a type of its own. */
function groupingOf(type: FieldType, isWanted: boolean): Pick<Field, 'grouping'> {
  const { family, hasDigits, isInexact } = type.traits;
  if (hasDigits || isInexact || family === 'integer') return { grouping: isWanted };
  return {};
}

/** Whether a whole number tells rows apart, or is called so. */
function identifies({ name, column, type }: ColumnDescription, { uniques }: TableDescription): boolean {
  if (fieldTypes[type].traits.hasDigits || fieldTypes[type].traits.isInexact) return false;
  return isIdentifierName(name) || uniques.some((unique) => unique.length === 1 && unique[0] === column);
}

/** The schema of the config, unless it is one that is reported. */
function schemaOf(type: FieldType, own: FieldConfig): Pick<Field, 'schema'> {
  const read = own.schema !== undefined && takesSchema(type) ? readSchema(own.schema) : undefined;
  return read && 'schema' in read ? { schema: read.schema } : {};
}

/** How the values of the column are made, checked and stored. */
function valuesOf(
  { makeDefault, makeUpdate, makeKey, toDriver, keyPrefix }: ColumnDescription,
  type: FieldType,
  own: FieldConfig,
): Pick<Field, 'source' | 'keyPrefix' | 'schema'> {
  const source = { makeDefault, makeUpdate, makeKey, toDriver };
  return { source, ...(keyPrefix === undefined ? {} : { keyPrefix }), ...schemaOf(type, own) };
}

/** The integers that a field accepts. SQLite's columns accept any, so the service enforces small and positive types. */
function rangeOf(type: FieldTypeName, { range }: ColumnDescription, isKey: boolean): Field['range'] {
  if (!range) return undefined;
  const [min, max] = range;
  if (type === 'PositiveIntegerField') return [0n, max];
  // Existing rows may have any key, whatever type the column declares.
  if (type !== 'SmallIntegerField' || isKey) return range;
  const [least, most] = smallRange;
  return [min < least ? least : min, max > most ? most : max];
}

/** Whether a column is part of a foreign key. */
export function isForeignKey({ column }: ColumnDescription, { foreignKeys }: TableDescription): boolean {
  return foreignKeys.some(({ columns }) => columns.includes(column));
}

function labelOf({ name, column }: ColumnDescription, { columns, foreignKeys }: TableDescription): string {
  const isKey = foreignKeys.some((key) => key.columns.length === 1 && key.columns[0] === column);
  return isKey
    ? verboseNameOfKey(
        name,
        columns.map((other) => other.name),
      )
    : verboseNameOf(name);
}

/**
 * The writes that the database refuses for one column but not for others of the table. A table that cannot be written at all reports that
 * itself.
 */
function refusedTo(column: ColumnDescription, { refused: table = {} }: TableDescription): Field['refused'] {
  const { insert = table.insert, update = table.update } = column.refused ?? {};
  if ((table.insert !== undefined && table.update !== undefined) || (insert ?? update) === undefined) return undefined;
  return { ...(insert === undefined ? {} : { insert }), ...(update === undefined ? {} : { update }) };
}

/** The options that decide who sees the field, where, and how. */
export function visibilityOf(
  own: FieldConfig,
): Pick<
  Field,
  'writeOnly' | 'fill' | 'detailOnly' | 'queryable' | 'hidden' | 'viewPermission' | 'widget' | 'tones' | 'visibleWhen' | 'readonlyWhen'
> {
  return {
    writeOnly: own.writeOnly === true,
    fill: own.fill,
    detailOnly: own.detailOnly === true,
    queryable: own.queryable !== false,
    hidden: own.hidden === true || own.writeOnly === true,
    viewPermission: own.view,
    ...(own.widget ? { widget: own.widget } : {}),
    ...(own.tones ? { tones: own.tones } : {}),
    ...conditionsOf(own),
  };
}

/** The elements of a list: the choices of its config are theirs. Undefined if nothing is known of them. */
function elementField(column: ColumnDescription, { choices }: FieldConfig): Field | undefined {
  const element = column.element ?? (choices ? { type: 'CharField' as const, dbType: 'text' } : undefined);
  if (!element) return undefined;
  const bare: TableDescription = {
    table: { schema: undefined, name: '' },
    isView: false,
    columns: [],
    primaryKey: [],
    uniques: [],
    foreignKeys: [],
  };
  const config = choices ? { fields: { [column.name]: { choices } } } : {};
  return buildField({ ...element, name: column.name, column: column.column, null: true }, bare, config);
}

/** The same column as a key of another model. */
export function asForeignKey(field: Field, relation: Relation, target: Field): Field {
  return {
    ...field,
    type: field.unique ? fieldTypes.OneToOneField : fieldTypes.ForeignKey,
    // The range is that of the column itself.
    inner: field.range && target.range ? { ...target, range: field.range } : target,
    relation,
    maxLength: undefined,
    maxDigits: undefined,
    decimalPlaces: undefined,
    choices: undefined,
    // The default of a column that references another one than the key is no key.
    defaultValue: relation.column === target.column && field.keyPrefix === undefined ? field.defaultValue : undefined,
  };
}
