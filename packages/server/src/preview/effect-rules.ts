import { fieldTypes } from '../model/field-types/all.ts';
import type { Model } from '../model/model.ts';
import { type ColumnDescription, type ForeignKeyDescription, tableId, type TableDescription, tableText } from '../model/table.ts';

/** What of the changes of a table says nothing about what a request does: two runs of it differ in that. */
export interface EffectRules {
  /** Columns that each save writes anew: times, and values that the database or the source makes. */
  readonly remade: ReadonlySet<string>;
  /** Columns of a new row that are made for it, such as its key. */
  readonly made: ReadonlySet<string>;
  /** Columns that hold the key of a row, of a table by its name in the journal. */
  readonly references: ReadonlyMap<string, string>;
  /** Columns that hold a moment. */
  readonly moments: ReadonlySet<string>;
}

/** The rules of each table, by its name in the journal. */
export function effectRulesOf(tables: readonly TableDescription[], models: readonly Model[]): ReadonlyMap<string, EffectRules> {
  const modelsOf = Map.groupBy(models, (model) => tableId(model.table));
  const keys = new Map(tables.map(({ table, primaryKey }) => [tableId(table), primaryKey]));
  return new Map(tables.map((table) => [tableText(table.table), rulesOf(table, modelsOf.get(tableId(table.table)) ?? [], keys)]));
}

function rulesOf(
  { columns, foreignKeys }: TableDescription,
  models: readonly Model[],
  keys: ReadonlyMap<string, readonly string[]>,
): EffectRules {
  const fields = models.flatMap((model) => [...model.fields, ...model.unseen]).filter((field) => !field.link);
  const named = (isMeant: (field: (typeof fields)[number]) => boolean): string[] => fields.filter(isMeant).map(({ column }) => column);
  const described = (isMeant: (column: ColumnDescription) => boolean): string[] => columns.filter(isMeant).map(({ column }) => column);
  const remade = [
    ...described(({ ownTime, fill, makeUpdate, isAutomatic }) => Boolean(ownTime ?? fill ?? makeUpdate ?? isAutomatic)),
    ...named(({ fill, source }) => Boolean(fill ?? source.makeUpdate)),
  ];
  const makes = [
    ...described(({ hasDefault, constant, mayBeFilled, makeDefault, makeKey }) =>
      Boolean((hasDefault && constant === undefined) || mayBeFilled || makeDefault || makeKey),
    ),
    ...named(({ source }) => Boolean(source.makeDefault ?? source.makeKey)),
  ];
  const toKey = ({ table, targetColumns }: ForeignKeyDescription): boolean => keys.get(tableId(table))?.join() === targetColumns.join();
  const single = foreignKeys.filter((key) => key.columns.length === 1 && toKey(key));
  return {
    remade: new Set(remade),
    made: new Set([...remade, ...makes]),
    references: new Map(single.map(({ columns: [column = ''], table }) => [column, tableText(table)])),
    moments: new Set(described(({ type }) => fieldTypes[type].calendar === 'instant')),
  };
}
