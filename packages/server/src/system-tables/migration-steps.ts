import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { auditMigrations } from '../audit/migrations.ts';
import { signInMigrations } from '../auth/sign-in-migrations.ts';
import { staffMigrations } from '../auth/staff-migrations.ts';
import { createTexts, type MigrationPlace, type MigrationSteps } from '../databases/migration-step.ts';
import type { AnyTables } from '../databases/statement.ts';
import type { OwnLocationSettings } from '../databases/settings.ts';
import type { SystemTableFragments } from '../databases/system-table-fragments.ts';
import { journalMigrations } from '../journal/migrations.ts';
import { systemTables } from '../model/system-tables.ts';
import { previewMigrations } from '../preview/migrations.ts';
import { replicaMigrations } from '../store/replicas/migrations.ts';
import { viewMigrations } from '../views/migrations.ts';
import { idempotencyMigrations } from '../write/migrations.ts';

/** What each feature that has tables does to make them. */
const features: readonly MigrationSteps[] = [
  staffMigrations,
  signInMigrations,
  auditMigrations,
  idempotencyMigrations,
  replicaMigrations,
  viewMigrations,
  journalMigrations,
  previewMigrations,
  { '0010_properties': (db, { tables }) => createTexts(db, tables.property) },
];

/** The migrations of the service's own tables, by their names, in their order. */
export function migrationSteps(words: SystemTableFragments, settings: OwnLocationSettings): Record<string, Migration> {
  const place: MigrationPlace = {
    tables: systemTables(words.location.of(settings)),
    names: systemTables({ schema: undefined, prefix: settings.tablePrefix }),
    words,
  };
  const steps = features.flatMap((feature) => Object.entries(feature)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(steps.map(([name, run]): [string, Migration] => [name, { up: (db: Kysely<AnyTables>) => run(db, place) }]));
}
