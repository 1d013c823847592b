import { sqliteRecording } from './recording.ts';
import type { Dialect } from '../dialect.ts';
import { sqliteAdvice } from './advice.ts';
import { readSqliteCatalog } from './catalog.ts';
import { sqliteSystemTables } from './system-tables.ts';
import { hasTable, missingIn } from './presence.ts';
import { sqlitePlan } from './plan-of.ts';
import { sqliteIndexedColumns, sqliteProposal } from './proposals.ts';
import { sqliteTypes } from './types.ts';
import { sqliteFragments } from './sql-fragments.ts';

/** SQLite. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  capabilities: { cancelsCounts: false, storesAnyType: true, recursesOnce: false, beginsAtLinks: false },
  fragments: sqliteFragments,
  types: sqliteTypes,
  systemTables: sqliteSystemTables,
  recording: sqliteRecording,
  catalog: {
    read: readSqliteCatalog,
    missing: missingIn,
    hasTable,
    planOf: sqlitePlan,
    indexedColumns: sqliteIndexedColumns,
    orderedScans: null,
    proposalFor: sqliteProposal,
    advice: sqliteAdvice,
  },
};
