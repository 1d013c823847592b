import type { AdminOptions } from './admin-options.ts';
import { type SystemTableNames, systemTableName } from '../model/system-tables.ts';
import { auditModelKey } from '../audit/model.ts';
import { LeftOut } from '../model/build/left-out.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import { type TableDescription, tableId } from '../model/table.ts';
import type { ResolvedSettings } from './settings.ts';
import type { Registration } from '../model/build/registry-input.ts';
import { restOf, type RestParts } from '../sources/rest.ts';
import { withFilledTimes } from '../sources/filled-times.ts';
import { type MadeKeys, withMadeKeys } from '../sources/made-keys.ts';
import type { Describe } from '../sources/source.ts';
import { describer, sourcesOf, withoutUnserved } from '../sources/registrations.ts';
import type { Database } from '../databases/database.ts';
import { References } from '../model/references.ts';

/** The app labels of the service's own models. */
export const reservedLabels: readonly string[] = [
  ...new Set([...Object.values(staffModelKeys), auditModelKey].map((key) => key.slice(0, key.indexOf('.')))),
];

/** The models that can be served, and how their tables are described. */
export async function servedOf(options: AdminOptions, parts: Omit<RestParts, 'reserved'>): Promise<Served> {
  const configs = options.models ?? [];
  const describe = await describer(sourcesOf(configs), parts.catalog, parts.service);
  const named = sourcesOf(configs).flatMap((source) => describe(source) ?? []);
  const { models: rest, leftOut, renamed } = restOf(options, named, { ...parts, reserved: reservedLabels });
  const models = [...configs, ...rest];
  const references = new References(parts.catalog.tables);
  const { served, leftOut: more } = withoutUnserved(models, describe, new LeftOut((table) => references.describe(table)));
  return { models: served, describe, leftOut: [...leftOut, ...more], renamed };
}

interface Served {
  /** One sentence for each table that is left out. */
  readonly leftOut: readonly string[];
  /** One sentence for each schema whose app label is not its name. */
  readonly renamed: readonly string[];
  readonly models: readonly ModelRegistration[];
  readonly describe: Describe;
}

/**
 * The foreign keys of the database, with those that the sources of models and of their link tables declare.
 * @param all the tables, with the service's own.
 */
export function referencesOf(
  all: readonly TableDescription[],
  described: readonly Registration[],
  { service, describe }: { readonly service: RestParts['service']; readonly describe: Describe },
): References {
  const links = described.flatMap(({ config }) => Object.values(config.manyToMany ?? {}).flatMap(({ through }) => describe(through) ?? []));
  return new References(all, {
    described: [...described.map(({ description }) => description), ...links],
    tables: all.filter(({ table }) => !service.has(table)),
  });
}

/** The registrations with the values that the service makes because nothing else does: times of saves, and keys. */
export async function withMadeValues(
  database: Database,
  registrations: readonly Registration[],
  { references, settings }: { readonly references: References; readonly settings: ResolvedSettings },
): Promise<MadeKeys> {
  const timed = settings.bookkeepingTimes ? withFilledTimes(registrations, references) : { registrations, notes: [] };
  const keyed = await withMadeKeys(database, timed.registrations, references);
  return { registrations: keyed.registrations, notes: [...timed.notes, ...keyed.notes] };
}

/** The registrations with the time zone of the settings, where their configs say none. */
export function inZone(registrations: readonly Registration[], timeZone: string | undefined): readonly Registration[] {
  if (timeZone === undefined) return registrations;
  return registrations.map((registration) => ({ ...registration, config: { timeZone, ...registration.config } }));
}

/** The registrations with the foreign keys that the database has. */
export function asStored(registrations: readonly Registration[], references: References): Registration[] {
  return registrations.map((registration) => ({ ...registration, description: references.asStored(registration.description) }));
}

/** Adds the service's own tables, which do not exist before the first migration: foreign keys to them are known all the same. */
export function withSystemTables(
  tables: readonly TableDescription[],
  own: readonly TableDescription[],
  names: SystemTableNames,
): TableDescription[] {
  // Sign-ins, action permissions and saved views are not counted among the rows that a delete affects.
  const uncounted = new Set([names.signIn, names.actionPermission, names.savedView].map((name) => tableId(systemTableName(name))));
  const others = tables.filter(({ table }) => !uncounted.has(tableId(table)));
  const ids = new Set(others.map((table) => tableId(table.table)));
  return [...others, ...own.filter((table) => !ids.has(tableId(table.table)))];
}
