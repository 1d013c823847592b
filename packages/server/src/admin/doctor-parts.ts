import type { DoctorParts } from '../doctor/diagnose.ts';
import { keepRules } from '../journal/keep-rules.ts';
import { systemTableName } from '../model/system-tables.ts';
import type { Core } from './connect.ts';

/** What the doctor examines of a connected database. */
export function doctorParts({ database, registry, tables, settings, journal, linked }: Core): DoctorParts {
  const own = Object.values(tables).map((table) => systemTableName(table));
  const recorded = { journal, times: settings.journal, rules: keepRules(settings.journal, { registry, journal }) };
  return { database, registry, systemTables: own, sizes: settings, journal: recorded, hasLinks: linked !== undefined };
}
