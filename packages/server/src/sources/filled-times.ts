import type { FieldTypeName } from '@grimoire/protocol';
import { keyColumns } from '../model/build/build-field.ts';
import type { Registration } from '../model/build/registry-input.ts';
import type { FieldConfig } from '../model/config/config.ts';
import type { Fill } from '../model/field.ts';
import { fieldTypes } from '../model/field-types/all.ts';
import { timeOfSave } from '../model/naming.ts';
import type { References } from '../model/references.ts';
import type { ColumnDescription } from '../model/table.ts';

/** Registrations with the times that the service writes, and what an operator should know of them. */
export interface FilledTimes {
  readonly registrations: readonly Registration[];
  readonly notes: readonly string[];
}

/** The most models that the note names. */
const mostNamed = 5;

/**
 * The registrations, whose columns that say by their names and types when a row was made or changed are filled by the service at each save,
 * unless the database, the source or the config does that.
 */
export function withFilledTimes(registrations: readonly Registration[], references: References): FilledTimes {
  const filled = new Map<string, readonly string[]>();
  const all = registrations.map((registration) => {
    const { description, key } = registration;
    const fills = new Map(description.columns.flatMap((column) => entryOf(column, registration, references)));
    if (fills.size === 0) return registration;
    filled.set(
      key,
      Array.from(fills.keys(), ({ name }) => name),
    );
    const columns = description.columns.map((column) => withFill(column, fills.get(column)));
    return { ...registration, description: { ...description, columns } };
  });
  return { registrations: all, notes: filled.size > 0 ? [noteOf(filled)] : [] };
}

function withFill(column: ColumnDescription, fill: Fill | undefined): ColumnDescription {
  return fill === undefined ? column : { ...column, fill, hasDefault: true };
}

function entryOf(column: ColumnDescription, registration: Registration, references: References): [ColumnDescription, Fill][] {
  const { description, config } = registration;
  const own: FieldConfig = config.fields?.[column.name] ?? {};
  const fill = timeOfSave(column.name);
  const type = own.type ?? (own.epoch === undefined ? column.type : 'DateTimeField');
  if (fill === undefined || fieldTypes[type].traits.fills !== 'moment' || isNamedMoment(column.name, type)) return [];
  const isKept = description.isView || config.readonly === true || keyColumns(description, config).includes(column.column);
  const isDecided = own.fill !== undefined || own.required === false || config.softDelete === column.name || column.fill !== undefined;
  const isRefused = column.refused?.insert !== undefined || (fill === 'updatedAt' && column.refused?.update !== undefined);
  const stored = references.describe(description.table)?.columns.find((candidate) => candidate.column === column.column);
  const isMade = [column, ...(stored ? [stored] : [])].some((one) => isMadeElsewhere(one, fill));
  return isKept || isDecided || isRefused || isMade ? [] : [[column, fill]];
}

/** Whether a column of days has the name of a moment: on SQLite, libraries keep date-times in a column that they declare as `date`. */
function isNamedMoment(name: string, type: FieldTypeName): boolean {
  return fieldTypes[type].calendar === 'day' && /(_at|At)$/.test(name);
}

/** Whether the database or the source writes the column at such a save. A default that is the current time is written when a row is made, and not again. */
function isMadeElsewhere(column: ColumnDescription, fill: Fill): boolean {
  const { isAutomatic, hasDefault, ownTime, mayBeFilled, makeDefault, makeUpdate, toDriver } = column;
  if (isAutomatic === true || mayBeFilled === true || ownTime === 'update' || makeUpdate || toDriver) return true;
  if (fill === 'updatedAt' && ownTime === 'default') return false;
  return hasDefault === true || makeDefault !== undefined;
}

function noteOf(filled: ReadonlyMap<string, readonly string[]>): string {
  const columns = [...new Set([...filled.values()].flat())].sort().join(', ');
  const models = [...filled.keys()];
  const more = models.length > mostNamed ? ` and ${models.length - mostNamed} more models` : '';
  return `The service writes ${columns} of ${models.slice(0, mostNamed).join(', ')}${more} at each save: nothing in the database does. \`bookkeepingTimes: false\` in the settings ends that.`;
}
