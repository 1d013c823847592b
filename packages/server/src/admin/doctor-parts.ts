import type { DoctorParts } from '../doctor/diagnose.ts';
import { ownTableName } from '../model/own-tables.ts';
import type { Core } from './connect.ts';

/** What the doctor examines of a connected database. */
export function doctorParts({ database, registry, tables, settings, linked }: Core): DoctorParts {
  const own = Object.values(tables).map((table) => ownTableName(table));
  return { database, registry, ownTables: own, sizes: settings, hasLinks: linked !== undefined };
}
