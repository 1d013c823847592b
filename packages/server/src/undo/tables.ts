import type { Policy } from '../authorize/policy.ts';
import type { Journal, RecordedTable } from '../databases/recording.ts';
import type { RecordingFragments } from '../databases/recording-fragments.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { type ForeignKeyDescription, tableId } from '../model/table.ts';
import type { TableFacts } from './set-row.ts';

/** A many-to-many field whose links are the rows of a table. */
export interface LinkOf {
  readonly model: Model;
  readonly field: Field;
  readonly link: NonNullable<Field['link']>;
}

/** A table with rows in a change set. */
export interface SetTable {
  readonly recorded: RecordedTable;
  /** The model by which its rows are restored; undefined for a table of links, and for one without a model. */
  readonly model: Model | undefined;
  readonly linkOf: LinkOf | undefined;
  readonly foreignKeys: readonly ForeignKeyDescription[];
  readonly facts: TableFacts;
}

/** The table of this name in a journal; undefined if it is no longer there, or no longer recorded. */
export function setTableOf(
  name: string,
  { journal, policy, recording }: { readonly journal: Journal; readonly policy: Policy; readonly recording: RecordingFragments },
): SetTable | undefined {
  const recorded = journal.tables.find((table) => table.name === name);
  if (!recorded) return undefined;
  const { registry } = policy;
  const models = registry.allOfTable(recorded.table);
  const own = models.find((model) => policy.may(model, 'view') && policy.may(model, 'change'));
  const linkOf = own ? undefined : linkIn(recorded, registry, policy);
  const model = own ?? (linkOf ? undefined : (models.find((one) => policy.may(one, 'view')) ?? models[0]));
  const { foreignKeys = [], columns = [] } = registry.references.describe(recorded.table) ?? {};
  const generated = new Set(columns.filter(({ isGenerated }) => isGenerated === true).map(({ column }) => column));
  return {
    recorded,
    model,
    linkOf,
    foreignKeys,
    facts: {
      ...factsOf({ ...recorded, generated }, registry, foreignKeys),
      isSameValue: (one, other) => recording.isSameValue(one, other),
    },
  };
}

function factsOf(
  { table, generated, hasTriggers, kept }: Omit<RecordedTable, 'generated'> & { readonly generated: ReadonlySet<string> },
  registry: Registry,
  foreignKeys: readonly ForeignKeyDescription[],
): Omit<TableFacts, 'isSameValue'> {
  const fields = registry.allOfTable(table).flatMap((model) => [...model.fields, ...model.unseen]);
  const fieldsOf = (column: string): readonly Field[] => fields.filter((field) => field.column === column && !field.link);
  const isFilled = ({ fill, source }: Field): boolean => fill === 'updatedAt' || fill === 'updatedBy' || source.makeUpdate !== undefined;
  return {
    isGenerated: (column) => generated.has(column),
    isRestored: (column) => !generated.has(column) && !fieldsOf(column).some(isFilled),
    isReference: (column) => foreignKeys.some(({ columns }) => columns.includes(column)),
    hasField: (column) => fieldsOf(column).length > 0,
    hasTriggers,
    columns: new Set(kept.filter((column) => !generated.has(column))),
  };
}

/** The field of a model that the user knows. */
function linkIn({ table }: RecordedTable, registry: Registry, policy: Policy): LinkOf | undefined {
  const all = registry.models.flatMap((model) =>
    model.fields.flatMap((field): LinkOf[] =>
      field.link && tableId(field.link.table) === tableId(table) ? [{ model, field, link: field.link }] : [],
    ),
  );
  return all.find(({ model, field }) => policy.may(model, 'change') && policy.access(model).fields.includes(field)) ?? all[0];
}
