import type { Dialect } from '../dialect.ts';
import { postgresAdvice } from './advice.ts';
import { readPostgresCatalog } from './catalog.ts';
import { postgresSystemTables } from './system-tables.ts';
import { postgresScans } from './ordered-scans.ts';
import { postgresPlan } from './plan-of.ts';
import { hasTable, missingIn } from './presence.ts';
import { postgresIndexedColumns, postgresProposal } from './proposals.ts';
import { postgresRecording } from './recording.ts';
import { postgresTypes } from './types.ts';
import { postgresFragments } from './sql-fragments.ts';

/** PostgreSQL. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  capabilities: { cancelsCounts: true, storesAnyType: false, recursesOnce: true, beginsAtLinks: true },
  fragments: postgresFragments,
  types: postgresTypes,
  systemTables: postgresSystemTables,
  recording: postgresRecording,
  catalog: {
    read: readPostgresCatalog,
    missing: missingIn,
    hasTable,
    planOf: postgresPlan,
    indexedColumns: postgresIndexedColumns,
    orderedScans: postgresScans,
    proposalFor: postgresProposal,
    advice: postgresAdvice,
  },
};
