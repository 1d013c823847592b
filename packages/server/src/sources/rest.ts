import type { LiveTables } from '../databases/catalog.ts';
import type { Problems } from '../model/build/checks.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import { type TableDescription, tableId, type TableName, tableText } from '../model/table.ts';
import { checkAppLabels, isLabel } from './app-labels.ts';
import { liveModels, type ServiceTables } from './live.ts';

/** The options of an admin that decide which tables are served without a config. */
export interface RestOptions {
  readonly models?: readonly ModelRegistration[];
  readonly rest?: 'tables';
  readonly exclude?: readonly string[];
  readonly app?: string;
  readonly appLabels?: Readonly<Record<string, string>>;
}

/** What is needed to serve tables without a config. */
export interface RestParts {
  readonly catalog: LiveTables;
  readonly service: ServiceTables;
  readonly problems: Problems;
  /** App labels of the service's own models. */
  readonly reserved: readonly string[];
}

/** Models without a config, and what is left out. */
export interface Rest {
  readonly models: readonly ModelRegistration[];
  /** One sentence for each table that is left out. */
  readonly leftOut: readonly string[];
  /** One sentence for each schema whose app label is not its name. */
  readonly renamed: readonly string[];
}

/**
 * The tables that no model names, as models without a config: every table if no models are given, none if models are given without `rest`.
 * @param described the tables that models name.
 */
export function restOf(options: RestOptions, described: readonly TableDescription[], parts: RestParts): Rest {
  const { catalog, service, problems, reserved } = parts;
  if (options.models && options.rest === undefined) {
    requireRest(options, problems);
    return { models: [], leftOut: [], renamed: [] };
  }
  const { appLabels = {}, app = 'main' } = options;
  checkAppLabels(appLabels, { catalog, app, reserved, problems });
  const named = idsOf(
    described.map(({ table }) => table),
    catalog,
  );
  const excluded = excludedBy(options.exclude ?? [], { catalog, named, problems });
  const { registrations, leftOut, renamed } = liveModels(catalog, {
    // An invalid label is reported once, and not for each model.
    app: isLabel(app) ? app : 'main',
    appLabels,
    service,
    reserved,
    skipped: new Set([...named, ...excluded]),
    taken: (options.models ?? []).map(({ key }) => key),
  });
  return { models: registrations, leftOut, renamed };
}

/** Reports options of tables without a config where there are none. */
function requireRest(options: RestOptions, problems: Problems): void {
  if (options.appLabels)
    problems.add('E005', 'appLabels', { message: 'The models that are given name their own.', cure: 'Leave `appLabels` out.' });
  if (options.exclude)
    problems.add('E061', 'exclude', {
      message: 'Only the models that are given are served.',
      cure: "Leave it out, or add `rest: 'tables'`.",
    });
}

/**
 * The ids of these tables as the catalog names them. A source may name the default schema, or write a name in another case, which SQLite
 * accepts: a table must not be served twice, the second time without its config.
 */
function idsOf(tables: readonly TableName[], catalog: LiveTables): ReadonlySet<string> {
  const nameOf = ({ schema, name }: TableName): string => JSON.stringify([schema ?? catalog.defaultSchema, name]).toLowerCase();
  const names = new Set(tables.map(nameOf));
  return new Set(catalog.tables.flatMap(({ table }) => (names.has(nameOf(table)) ? [tableId(table)] : [])));
}

/** What patterns of tables are compared with. */
interface Excludable {
  readonly catalog: LiveTables;
  /** The ids of the tables that models name. */
  readonly named: ReadonlySet<string>;
  readonly problems: Problems;
}

/** The ids of the tables that match one of the patterns. A pattern that leaves no table out is reported: it may be misspelt. */
function excludedBy(patterns: readonly string[], { catalog, named, problems }: Excludable): readonly string[] {
  return patterns.flatMap((pattern) => {
    const matches = new RegExp(`^${pattern.split('*').map(literally).join('.*')}$`, 'su');
    const ids = catalog.tables.flatMap(({ table }) => (matches.test(tableText(table)) ? [tableId(table)] : []));
    if (ids.length === 0) {
      const cure = 'Write the name of a table, with its schema before a dot if that is not the default one; "*" stands for any text.';
      problems.add('E061', 'exclude', { message: `"${pattern}" matches no table.`, cure });
    } else if (ids.every((id) => named.has(id))) {
      const message = `"${pattern}" matches only tables that a model names, and a model is always served.`;
      problems.add('E061', 'exclude', { message, cure: 'Remove the pattern, or the model.' });
    }
    return ids;
  });
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
