import type { Problems } from '../model/build/checks.ts';
import type { AdminConfig, ModelRegistration } from '../model/config/config.ts';
import type { Registration } from '../model/build/registry-input.ts';
import { type TableDescription, tableId } from '../model/table.ts';
import type { LiveTables } from '../databases/catalog.ts';
import { sourceOf, sources } from './list.ts';
import { notServed, reasonNotServed, type ServiceTables } from './live.ts';
import type { LeftOut } from '../model/build/left-out.ts';
import type { Described } from './presence.ts';
import type { Describe, Source } from './source.ts';

/**
 * Creates a function that describes the references of registrations, each by its source. Only the sources that are needed are opened. The
 * service's own tables are not found.
 */
export async function describer(references: readonly unknown[], live: LiveTables, service: ServiceTables): Promise<Describe> {
  const needed = new Set(references.map(sourceOf).filter((source) => source !== undefined));
  const opened = new Map<Source, Describe>();
  for (const source of needed) opened.set(source, await source.open({ live, references }));
  const cache = new Map<unknown, TableDescription | undefined>();
  return (reference) => {
    // A finished description, as `describeDrizzleTable` returns it, needs no source.
    if (isDescription(reference)) return reference;
    if (!cache.has(reference)) {
      const source = sourceOf(reference);
      const description = source && opened.get(source)?.(reference);
      // A config cannot use the service's own tables: they contain secrets and sign-ins.
      cache.set(reference, description && service.has(description.table) ? undefined : description);
    }
    return cache.get(reference);
  };
}

function isDescription(reference: unknown): reference is TableDescription {
  return (
    typeof reference === 'object' && reference !== null && Object.hasOwn(reference, 'foreignKeys') && Object.hasOwn(reference, 'isView')
  );
}

/** The registrations without those that are optional and can not be served, and one sentence for each of these. */
export function withoutUnserved(
  models: readonly ModelRegistration[],
  describe: Describe,
  secrets: LeftOut,
): { readonly served: readonly ModelRegistration[]; readonly leftOut: readonly string[] } {
  const tableOf = ({ $isOptional, source }: ModelRegistration): readonly TableDescription[] => {
    const table = $isOptional === true ? describe(source) : undefined;
    return table ? [table] : [];
  };
  return {
    served: models.filter((model) => tableOf(model).every((table) => reasonNotServed(table, secrets) === undefined)),
    leftOut: notServed(models.flatMap(tableOf), secrets),
  };
}

/** Finds the table of each registration; a missing one is reported. */
export function describeAll(models: readonly ModelRegistration[], describe: Describe, problems: Problems): Registration[] {
  const served = new Set(models.flatMap(({ source }) => describe(source) ?? []).map(({ table }) => tableId(table)));
  return models.flatMap(({ source, key, config }) => {
    const description = describe(source);
    if (description) return [{ key, config: withLinks(config, description, served), description }];
    const name = sourceOf(source)?.nameOf?.(source);
    const message =
      name === undefined
        ? 'The first argument is no table, or one of the service’s own.'
        : `"${name}" is none, or is one of the service's own.`;
    problems.add('E004', key, { message, cure: `Give ${sources.map(({ references }) => references).join(', or ')}.` });
    return [];
  });
}

/** The config with the many-to-many relations that the source knows, if they lead to a table that is served. */
function withLinks(config: AdminConfig, { links = [] }: TableDescription, served: ReadonlySet<string>): AdminConfig {
  const usable = links.filter(({ through, target }) =>
    through.foreignKeys.some((key) => key.columns.length === 1 && key.columns[0] === target && served.has(tableId(key.table))),
  );
  if (usable.length === 0) return config;
  const manyToMany = Object.fromEntries(usable.map(({ name, through, source, target }) => [name, { through, source, target }]));
  return { ...config, manyToMany: { ...manyToMany, ...config.manyToMany } };
}

/** The tables whose descriptions come from code, of models and of links. */
export function describedApart(models: readonly ModelRegistration[], describe: Describe): Described[] {
  return models.flatMap(({ source, key, config }) => {
    const links = Object.entries(config.manyToMany ?? {}).map(([name, { through }]) => ({
      place: `${key} manyToMany.${name}`,
      source: through,
    }));
    return [{ place: key, source }, ...links]
      .filter((one) => sourceOf(one.source)?.isApart === true)
      .flatMap((one) => {
        const description = describe(one.source);
        return description ? [{ place: one.place, description }] : [];
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
