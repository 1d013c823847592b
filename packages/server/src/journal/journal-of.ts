import type { Journal } from '../databases/recording.ts';
import { type SystemTableNames, systemTableName } from '../model/system-tables.ts';
import { type TableDescription, tableId, tableText } from '../model/table.ts';
import { type KeptBy, recordedTables } from './recorded-tables.ts';

/** The service's own tables whose rows staff change as those of models. */
const ofStaff: ReadonlySet<string> = new Set<keyof SystemTableNames>([
  'user',
  'group',
  'userGroups',
  'userPermissions',
  'groupPermissions',
]);

/** What is recorded of each write: the rows of all tables, but of the service's own only those of staff and their groups. */
export function journalOf(names: SystemTableNames, tables: readonly TableDescription[], kept: Omit<KeptBy, 'own'>): Journal {
  const own = Object.entries(names).flatMap(([key, name]) => (ofStaff.has(key) ? [] : [systemTableName(name)]));
  return {
    tables: recordedTables(tables, { ...kept, own: new Set(own.map(tableId)) }),
    all: tables.filter(({ isView }) => !isView).map(({ table }) => table),
    own: own.map(tableText),
    changeSet: systemTableName(names.changeSet),
    changeRow: systemTableName(names.changeRow),
  };
}
