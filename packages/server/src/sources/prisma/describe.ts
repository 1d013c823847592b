import type { LiveTables } from '../../databases/catalog.ts';
import type { OnDelete } from '../../model/field.ts';
import type { ColumnDescription, ForeignKeyDescription, LinkDescription, TableDescription, TableName } from '../../model/table.ts';
import { type Cuids, idMaker } from './generated-ids.ts';
import type { PrismaReference } from './reference.ts';
import type { PrismaColumn, PrismaModel, PrismaRelation, PrismaSchema } from './schema.ts';

/**
 * The description of a table of a Prisma schema. Types, nulls, keys and defaults are those of the database; names, relations, enums, help
 * texts and the values that Prisma's client makes are those of the schema. Columns that the schema lacks or ignores are left out. Columns
 * that the database lacks are described by their names: the check at the start then reports them.
 * @returns undefined if the database has no such table.
 */
export function describePrismaTable(
  reference: PrismaReference,
  { live, cuids }: { readonly live: LiveTables; readonly cuids: Cuids },
): TableDescription | undefined {
  const { schema } = reference;
  const model = asStored(reference.model, live);
  const table = find(live, model.table);
  if (!table) return undefined;
  const actual = new Set(table.columns.map(({ column }) => column));
  const byColumn = new Map(model.columns.map((column) => [column.column, column]));
  const links = linksOf(model, schema, live);
  return {
    ...table,
    sourceName: model.name,
    columns: [
      ...table.columns.flatMap((column) => {
        const field = byColumn.get(column.column);
        return field ? [describeColumn(column, field, { ...reference, cuids })] : [];
      }),
      ...model.columns.filter(({ column }) => !actual.has(column)).map(missingColumn),
    ],
    primaryKey: keyOf(table, byColumn, columnsOf(model, model.key)),
    foreignKeys: foreignKeysOf(table, model, { schema, live }),
    ...(links.length > 0 ? { links } : {}),
  };
}

/**
 * The model with the names of its table and columns in the form of the catalog: tables of the default schema have no schema, and a name that
 * differs in case alone is that of the database, because SQLite's names have no case.
 */
function asStored(model: PrismaModel, live: LiveTables): PrismaModel {
  const { schema, name } = model.table;
  const wanted: TableName = { schema: schema === live.defaultSchema ? undefined : schema, name };
  const table = find(live, wanted);
  const exact = new Set(table?.columns.map(({ column }) => column));
  const byLowerCase = new Map(table?.columns.map(({ column }) => [column.toLowerCase(), column]));
  const columns = model.columns.map((known) =>
    exact.has(known.column) ? known : { ...known, column: byLowerCase.get(known.column.toLowerCase()) ?? known.column },
  );
  return { ...model, table: table ? { schema: table.table.schema, name: table.table.name } : { schema: wanted.schema, name }, columns };
}

/**
 * The columns of the key: those of the database if the schema has them all, otherwise those of the schema if they identify a row. Empty if
 * neither does: the model is then refused.
 */
function keyOf(table: TableDescription, known: ReadonlyMap<string, PrismaColumn>, wanted: readonly string[]): readonly string[] {
  const { primaryKey, uniques, columns, isView } = table;
  if (primaryKey.length > 0 && primaryKey.every((column) => known.has(column))) return primaryKey;
  const isSame = (unique: readonly string[]): boolean =>
    unique.length === wanted.length && unique.every((column) => wanted.includes(column));
  const isRequired = wanted.every((name) => columns.some(({ column, null: isNullable }) => column === name && !isNullable));
  return isView || (isRequired && uniques.some(isSame)) ? wanted : [];
}

function missingColumn({ name, column }: PrismaColumn): ColumnDescription {
  return { name, column, type: 'TextField', dbType: '', null: true };
}

/** The table of this name, or the only one whose name differs in case alone. */
function find(live: LiveTables, { schema, name }: TableName): TableDescription | undefined {
  const same = live.tables.filter(({ table }) => table.schema === schema && table.name.toLowerCase() === name.toLowerCase());
  return same.find(({ table }) => table.name === name) ?? (same.length === 1 ? same[0] : undefined);
}

function columnsOf(model: PrismaModel, fields: readonly string[]): string[] {
  const byName = new Map(model.columns.map((column) => [column.name, column.column]));
  return fields.map((name) => byName.get(name) ?? name);
}

function describeColumn(
  column: ColumnDescription,
  known: PrismaColumn,
  { schema, model, dateTimes, cuids }: PrismaReference & { readonly cuids: Cuids },
): ColumnDescription {
  const values = known.type === undefined ? undefined : schema.enums.get(known.type)?.values;
  const choices = values?.map(({ stored, name }) => ({ value: stored, label: labelOf(name) }));
  const isMoment = known.type === 'DateTime' && !known.isList;
  const fill = known.isUpdatedAt ? 'updatedAt' : known.makes?.name === 'now' ? 'createdAt' : undefined;
  const makeDefault = known.makes && idMaker(known.makes, cuids);
  return {
    ...column,
    name: relationAt(model, known.name)?.name ?? known.name,
    ...(choices && !known.isList ? { choices } : {}),
    ...(choices && column.element ? { element: { ...column.element, choices } } : {}),
    ...(isMoment && column.storage !== undefined ? { storage: dateTimes } : {}),
    // Prisma's client writes them as UTC.
    ...(isMoment ? { isZoneless: false } : {}),
    ...(isMoment && fill ? { fill, hasDefault: true } : {}),
    ...(makeDefault ? { makeDefault, hasDefault: true } : {}),
    ...(known.helpText === undefined ? {} : { helpText: known.helpText }),
  };
}

/** `IN_PROGRESS` becomes "In progress"; other names stay as they are. */
function labelOf(name: string): string {
  if (!/^[A-Z0-9_]+$/.test(name)) return name;
  const words = name.replaceAll('_', ' ').trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The relation whose foreign key is one field: the field has the name of the relation. */
function relationAt({ relations, columns }: PrismaModel, field: string): PrismaRelation | undefined {
  const relation = relations.find(({ fields }) => fields.length === 1 && fields[0] === field);
  return relation && !columns.some(({ name }) => name === relation.name) ? relation : undefined;
}

interface Surroundings {
  readonly schema: PrismaSchema;
  readonly live: LiveTables;
}

/** The foreign keys of the database, and the relations that the database does not enforce (`relationMode = "prisma"`). */
function foreignKeysOf(table: TableDescription, model: PrismaModel, { schema, live }: Surroundings): ForeignKeyDescription[] {
  const apart = model.relations.flatMap(({ fields, references, onDelete, model: name }): ForeignKeyDescription[] => {
    const declared = schema.models.get(name);
    const target = declared && asStored(declared, live);
    const columns = columnsOf(model, fields);
    const isKnown = table.foreignKeys.some(
      (key) => key.columns.length === columns.length && key.columns.every((one) => columns.includes(one)),
    );
    if (!target || columns.length === 0 || isKnown) return [];
    return [{ columns, table: target.table, targetColumns: columnsOf(target, references), onDelete: actionOf(onDelete, table, columns) }];
  });
  return [...table.foreignKeys, ...apart];
}

const actions: Readonly<Record<string, OnDelete>> = {
  Cascade: 'cascade',
  SetNull: 'set null',
  SetDefault: 'set default',
  Restrict: 'restrict',
  NoAction: 'no action',
};

/** What a delete does by a relation: without `onDelete`, an optional one becomes null, and a required one forbids it. */
function actionOf(onDelete: string | undefined, { columns: all }: TableDescription, columns: readonly string[]): OnDelete {
  const isOptional = all.every(({ column, null: mayBeNull }) => mayBeNull || !columns.includes(column));
  return (onDelete === undefined ? undefined : actions[onDelete]) ?? (isOptional ? 'set null' : 'restrict');
}

/** The implicit many-to-many relations: lists on both sides, with a table that only Prisma names. */
function linksOf(model: PrismaModel, schema: PrismaSchema, live: LiveTables): LinkDescription[] {
  return model.relations.flatMap((relation) => {
    const other = schema.models.get(relation.model);
    const back = other?.relations.find((one) => one !== relation && one.model === model.name && one.relationName === relation.relationName);
    if (!other || !back || !relation.isList || !back.isList) return [];
    const isFirst = model.name === other.name ? relation.name < back.name : model.name < other.name;
    const [first, second] = isFirst ? [model.name, other.name] : [other.name, model.name];
    const name = `_${relation.relationName ?? `${first}To${second}`}`;
    const through = find(live, { schema: model.table.schema, name });
    return through ? [{ name: relation.name, through, source: isFirst ? 'A' : 'B', target: isFirst ? 'B' : 'A' }] : [];
  });
}
