import type { Problems } from '../model/build/checks.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import type { Registration } from '../model/build/drafts.ts';
import type { TableDescription } from '../model/table.ts';
import { type Catalog, findTable, type ServiceTables } from './live.ts';
import type { Described } from './presence.ts';

/** Finds the table of a config's source: a Drizzle table, a table's name, or a finished description. */
export type Describe = (source: unknown) => TableDescription | undefined;

/**
 * Creates a function that describes the sources of registrations: named tables by the catalog of the database, Drizzle tables by Drizzle.
 * Drizzle is an optional peer, and is only loaded if needed. The service's own tables are not found.
 */
export async function describer(sources: readonly unknown[], catalog: Catalog, service: ServiceTables): Promise<Describe> {
  const drizzle = sources.some(isForeign) ? await import('./drizzle.ts') : undefined;
  const known = new Map<unknown, TableDescription | undefined>();
  return (source) => {
    if (isDescription(source)) return source;
    if (!known.has(source)) {
      const description = typeof source === 'string' ? findTable(catalog, source) : describeForeign(source, drizzle);
      // A config cannot use the service's own tables: they contain secrets and sign-ins.
      known.set(source, description && service.has(description.table) ? undefined : description);
    }
    return known.get(source);
  };
}

function describeForeign(source: unknown, drizzle: typeof import('./drizzle.ts') | undefined): TableDescription | undefined {
  return drizzle?.isDrizzleTable(source) ? drizzle.describeDrizzleTable(source) : undefined;
}

function isForeign(source: unknown): boolean {
  return typeof source !== 'string' && !isDescription(source);
}

function isDescription(source: unknown): source is TableDescription {
  return typeof source === 'object' && source !== null && Object.hasOwn(source, 'foreignKeys') && Object.hasOwn(source, 'isView');
}

/** Finds the table of each registration; a missing one is reported. */
export function describeAll(models: readonly ModelRegistration[], describe: Describe, problems: Problems): Registration[] {
  return models.flatMap(({ source, key, config }) => {
    const description = describe(source);
    if (description) return [{ key, config, description }];
    const name =
      typeof source === 'string'
        ? `"${source}" is none, or is one of the service's own.`
        : 'The first argument is no table, or one of the service’s own.';
    problems.add('E004', key, { message: name, cure: 'Give a Drizzle table of PostgreSQL or SQLite, or the name of a table.' });
    return [];
  });
}

/** The tables that no catalog describes: Drizzle's tables, of models and of links. */
export function describedApart(models: readonly ModelRegistration[], describe: Describe): Described[] {
  return models.flatMap(({ source, key, config }) => {
    const links = Object.entries(config.manyToMany ?? {}).map(([name, { through }]) => ({
      place: `${key} manyToMany.${name}`,
      source: through,
    }));
    return [{ place: key, source }, ...links]
      .filter((one) => isForeign(one.source))
      .flatMap(({ place, source: foreign }) => {
        const description = describe(foreign);
        return description ? [{ place, description }] : [];
      });
  });
}

/** Every table that a list of registrations names. */
export function sourcesOf(models: readonly ModelRegistration[]): unknown[] {
  return models.flatMap(({ source, config }) => [
    source,
    ...(config.inlines ?? []).map((inline) => inline.table),
    ...Object.values(config.manyToMany ?? {}).map((many) => many.through),
  ]);
}
