import type { DoctorParts } from '../doctor/diagnose.ts';
import { systemTableName } from '../model/system-tables.ts';
import type { Core } from './connect.ts';

/** What the doctor examines of a connected database. */
export function doctorParts({ database, registry, tables, settings, linked }: Core): DoctorParts {
  const own = Object.values(tables).map((table) => systemTableName(table));
  return { database, registry, systemTables: own, sizes: settings, hasLinks: linked !== undefined };
}
