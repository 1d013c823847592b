import type { Dialect } from '../dialect.ts';
import { postgresAdvice, postgresIndex, postgresPlan } from './advice.ts';
import { readPostgresCatalog } from './catalog.ts';
import { postgresOwnTables } from './own-tables.ts';
import { hasTable, missingIn } from './presence.ts';
import { postgresTypes } from './types.ts';
import { postgresWords } from './words.ts';

/** PostgreSQL. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  capabilities: { cancelsCounts: true, storesAnyType: false, recursesOnce: true },
  words: postgresWords,
  types: postgresTypes,
  ownTables: postgresOwnTables,
  catalog: {
    read: readPostgresCatalog,
    missing: missingIn,
    hasTable,
    planOf: postgresPlan,
    indexSql: postgresIndex,
    advice: postgresAdvice,
  },
};
