import { tableText, type TableDescription, type ColumnDescription, tableId } from '../model/table.ts';
import type { LeftOut } from '../model/build/left-out.ts';
import type { Model } from '../model/model.ts';
import type { RecordedTable } from '../databases/recording.ts';

/** What decides which values of a database the journal keeps. */
export interface KeptBy {
  /** The models, whose fields say what is hidden or only written. */
  readonly models: readonly Model[];
  /** Says which columns of a table without a model look like secrets. */
  readonly leftOut: Pick<LeftOut, 'has'>;
  /** The service's own tables that are not recorded, by {@link tableId}. */
  readonly own: ReadonlySet<string>;
}

/** The tables whose changes are recorded: those with a primary key, with a model or without. */
export function recordedTables(tables: readonly TableDescription[], { models, leftOut, own }: KeptBy): readonly RecordedTable[] {
  const modelsOf = Map.groupBy(models, (model) => tableId(model.table));
  const keys = Map.groupBy(
    tables.flatMap(({ foreignKeys }) => foreignKeys),
    (key) => tableId(key.table),
  );
  // The key of a row of a model is in its address.
  const hasSecretKey = (table: TableDescription): boolean =>
    !modelsOf.has(tableId(table.table)) &&
    table.columns.some((column) => table.primaryKey.includes(column.column) && leftOut.has(column, table, {}));
  return tables
    .filter((table) => canBeRecorded(table) && !own.has(tableId(table.table)) && !hasSecretKey(table))
    .map((table) => {
      const id = tableId(table.table);
      const followed = [...new Set((keys.get(id) ?? []).flatMap(({ targetColumns }) => targetColumns))];
      return { ...recordedTable(table, modelsOf.get(id) ?? [], leftOut), followed };
    });
}

/** Whether its rows have a key, which the role may read, and a write changes those that it names. */
function canBeRecorded({ isView, primaryKey, hidesChanges, columns }: TableDescription): boolean {
  const isRefused = columns.some(({ column, refused }) => refused?.read !== undefined && primaryKey.includes(column));
  return !isView && primaryKey.length > 0 && hidesChanges !== true && !isRefused;
}

function recordedTable(table: TableDescription, models: readonly Model[], leftOut: Pick<LeftOut, 'has'>): Omit<RecordedTable, 'followed'> {
  const isKept = ({ column, ...rest }: ColumnDescription): boolean => {
    if (table.primaryKey.includes(column)) return true;
    const description = { column, ...rest };
    if (models.length === 0) return !leftOut.has(description, table, {});
    return models.every((model) => isShownBy(model, column));
  };
  // What the role may not read, it can not record.
  const columns = table.columns.filter(({ refused }) => refused?.read === undefined);
  const stored = columns.filter(isKept);
  return {
    table: table.table,
    name: tableText(table.table),
    key: table.primaryKey,
    hasTriggers: table.hasTriggers === true,
    kept: stored.map(({ column }) => column),
    generated: stored.filter(({ isGenerated }) => isGenerated === true).map(({ column }) => column),
    omitted: columns.filter((column) => !stored.includes(column)).map(({ column }) => column),
    comparedAs: new Map(columns.flatMap(({ column, limits }) => (limits?.comparedAs === undefined ? [] : [[column, limits.comparedAs]]))),
    types: new Map(columns.map(({ column, dbType }) => [column, dbType])),
  };
}

/** Whether a field of the model shows the column to somebody. */
function isShownBy(model: Model, column: string): boolean {
  const fields = model.fields.filter((field) => !field.link && field.column === column);
  return fields.length > 0 && fields.every((field) => !field.hidden && !field.writeOnly);
}
