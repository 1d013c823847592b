import type { ModelRight, TrashRight } from '../actor.ts';
import type { Field } from '../field.ts';
import { type ColumnDescription, type TableDescription, tableText } from '../table.ts';
import type { Withheld, WithheldRights } from '../withheld.ts';
import { keyColumns } from './build-field.ts';
import type { Draft, RegistryInput } from './registry-input.ts';

/** The rights on a model that are withheld because of the database, or because of the columns that are served (CONTRACT §13). */
export function withheldRights(draft: Draft, input: Pick<RegistryInput, 'leftOut' | 'references'>): WithheldRights {
  const { description, config } = draft.registration;
  const stored = input.references.describe(description.table);
  const { refused = {} } = description;
  const rights = new Map<ModelRight | TrashRight, Withheld>();
  const withhold = (right: ModelRight | TrashRight, reason: string | undefined): void => {
    if (reason !== undefined) rights.set(right, { reason, of: 'table', isConcealed: false });
  };
  const column = refused.insert === undefined && !description.isView ? unfillable(draft, input, stored) : undefined;
  if (column !== undefined) rights.set('add', column);
  withhold('add', refused.insert);
  withhold('change', refused.update);
  // With a trash, a delete and a restore are changes of the column that marks deleted rows.
  const mark = description.columns.find(({ name }) => name === config.softDelete);
  const marking = refused.update ?? mark?.refused?.update;
  withhold('delete', mark ? marking : refused.delete);
  withhold('restore', mark ? marking : noTrash);
  withhold('purge', mark ? refused.delete : noTrash);
  return rights;
}

const noTrash = 'the model has no trash';

/** The reason if a column must have a value in every new row, but neither a request nor the service can set it. */
function unfillable(
  { registration, fields }: Draft,
  { leftOut }: Pick<RegistryInput, 'leftOut'>,
  stored: TableDescription | undefined,
): Withheld | undefined {
  const { description, config } = registration;
  const keys = keyColumns(description, config);
  const inDatabase = new Map((stored?.columns ?? []).map((column) => [column.column, column]));
  const described = new Set(description.columns.map(({ column }) => column));
  const unknown = (stored?.columns ?? []).filter(({ column }) => !described.has(column));
  const noDefault = [...inDatabase.values()].find((column) => column.refused?.default !== undefined && !isMade(column, description));
  if (noDefault?.refused?.default !== undefined) return { reason: noDefault.refused.default, of: 'column', isConcealed: false };
  if (description.hasFillingTrigger) return undefined;
  for (const column of [...description.columns, ...unknown]) {
    const isKey = keys.includes(column.column);
    if (!isNeeded(column, isKey) || !isNeeded(inDatabase.get(column.column) ?? column, isKey)) continue;
    const field = fields.find((candidate) => candidate.column === column.column && !candidate.link);
    if (config.fields?.[column.name]?.required === false || (field && config.hooks?.beforeSave)) continue;
    const why = field ? whyNotGiven(field) : (leftOut.reasonOf(column, description, config) ?? 'is not among the columns of the model');
    if (why === undefined) continue;
    const reason = `${JSON.stringify(column.column)} of ${tableText(description.table)} has to be given, and ${why}`;
    return { reason, of: 'column', isConcealed: field === undefined || field.hidden };
  }
  return undefined;
}

/** Whether the source of a model sets its own value in place of the column's default. */
function isMade(column: ColumnDescription, description: TableDescription): boolean {
  return description.columns.some((own) => own.column === column.column && own.makeDefault !== undefined);
}

function isNeeded(column: ColumnDescription, isKey: boolean): boolean {
  const makes = column.makeDefault ?? column.makeKey;
  return (!column.null || isKey) && column.hasDefault !== true && column.isAutomatic !== true && makes === undefined;
}

/** Why neither a request nor the service gives a new row this value; undefined if one of them does. */
function whyNotGiven(field: Field): string | undefined {
  if (field.fill !== undefined) return undefined;
  if (field.hidden && !field.writeOnly) return 'is hidden';
  if (field.refused?.insert !== undefined) return field.refused.insert;
  if (field.editable) return undefined;
  return field.isOpaque || field.type.traits.isNeverEdited ? `can not be edited (${field.dbType})` : 'is read-only';
}
