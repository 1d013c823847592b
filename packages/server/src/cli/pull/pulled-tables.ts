import { buildField } from '../../model/build/build-field.ts';
import { LeftOut } from '../../model/build/left-out.ts';
import { type Field, isGiven } from '../../model/field.ts';
import type { JsonSchema } from '../../model/field-type.ts';
import { References } from '../../model/references.ts';
import { type ColumnDescription, type TableDescription, tableText } from '../../model/table.ts';
import type { LiveTables } from '../../databases/catalog.ts';
import type { ServiceTables } from '../../sources/live.ts';

/** A field of a pulled table. */
export interface PulledField {
  readonly name: string;
  /** Its TypeScript type, in the form of the API. */
  readonly type: string;
  /** Whether a new row needs a value for it from the user who creates it. */
  readonly isGiven: boolean;
  /** What the type does not say, as one sentence each. */
  readonly notes: readonly string[];
}

/** A table or view, as the module of `grimoire pull` describes it. */
export interface PulledTable {
  /** Its name, with the schema before a dot if that is not the default one. */
  readonly name: string;
  readonly notes: readonly string[];
  readonly fields: readonly PulledField[];
}

/** A text in the order of code points, which is the same on every machine. */
function inOrder(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** The tables of a catalog in the order of their names, without the service's own; the fields of the key come first. */
export function pulledTables(catalog: LiveTables, service: ServiceTables): readonly PulledTable[] {
  const references = new References(catalog.tables);
  const leftOut = new LeftOut((table) => references.describe(table));
  return catalog.tables
    .filter(({ table }) => !service.has(table))
    .map((table) => pulledTable(table, leftOut))
    .sort(inOrder);
}

function pulledTable(table: TableDescription, leftOut: LeftOut): PulledTable {
  const isKey = ({ column }: ColumnDescription): boolean => table.primaryKey.includes(column);
  const fieldsOf = (columns: readonly ColumnDescription[]): PulledField[] =>
    columns.flatMap((column) => pulledField(column, table, leftOut) ?? []).sort(inOrder);
  const keys = fieldsOf(table.columns.filter(isKey));
  return {
    name: tableText(table.table),
    notes: [
      ...(table.isView ? ['A view.'] : []),
      keys.length > 0 ? `Key: ${keys.map(({ name }) => `\`${name}\``).join(', ')}.` : 'No key: a config names its columns in `primaryKey`.',
    ],
    fields: [...keys, ...fieldsOf(table.columns.filter((column) => !isKey(column)))],
  };
}

/** Undefined for a column that the database role may not read: no config can serve it. */
function pulledField(column: ColumnDescription, table: TableDescription, leftOut: LeftOut): PulledField | undefined {
  if (column.refused?.read !== undefined) return undefined;
  const field = buildField(column, table, {});
  const targets = table.foreignKeys.filter(({ columns }) => columns.length === 1 && columns[0] === column.column);
  const isSecret = leftOut.reasonOf(column, table, {}) !== undefined;
  return {
    name: column.name,
    type: unionOf([typeOf(field), ...(field.null ? ['null'] : [])]),
    isGiven: isGiven(field) && !isSecret,
    notes: [
      ...targets.map((key) => `References \`${tableText(key.table)}\`.`),
      ...(isSecret ? ['Left out, because it looks like a secret; a config that names it in `fields` serves it.'] : []),
    ],
  };
}

/** The type of a field's value in JSON, without null. */
function typeOf(field: Field): string {
  if (field.choices) return unionOf(field.choices.map(({ value }) => literal(value)));
  return typeOfSchema(field.type.jsonSchema(field));
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : 'string';
}

function unionOf(types: readonly string[]): string {
  return types.length === 0 || types.includes('unknown') ? 'unknown' : [...new Set(types)].join(' | ');
}

const names: Readonly<Record<string, string>> = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' };

/** The type that a schema of JSON describes. */
function typeOfSchema({ type, anyOf, enum: values, items }: JsonSchema): string {
  if (Array.isArray(anyOf)) return unionOf(anyOf.map((schema) => typeOfSchema(schema as JsonSchema)));
  if (Array.isArray(values)) return unionOf(values.map(literal));
  if (Array.isArray(type)) return unionOf(type.map((name) => names[String(name)] ?? 'unknown'));
  if (type === 'array') return `readonly ${grouped(typeOfSchema((items ?? {}) as JsonSchema))}[]`;
  return names[String(type)] ?? 'unknown';
}

function grouped(type: string): string {
  return /[ |]/.test(type) ? `(${type})` : type;
}
