import type { ModelRegistration } from '../model/config/config.ts';
import { LeftOut } from '../model/build/left-out.ts';
import { References } from '../model/references.ts';
import { type TableDescription, tableId, type TableName, tableText } from '../model/table.ts';
import type { LiveTables } from '../databases/catalog.ts';
import type { Database } from '../databases/database.ts';
import { appLabelsOf } from './app-labels.ts';
import { appLabelOf, modelNameOf, uniqueNames } from './live-names.ts';
import { migrationToolOf } from './migration-tables.ts';
import { linkKeys, linksBy, pivotsOf } from './pivots.ts';

/** Reads every table and view of a database, in all its schemas. */
export function readCatalog(database: Database): Promise<LiveTables> {
  return database.dialect.catalog.read(database);
}

/** A table of a catalog by its name, with its schema before a dot if it has one. */
export function findTable(catalog: LiveTables, name: string): TableDescription | undefined {
  const exact = catalog.tables.find(({ table }) => table.schema === undefined && table.name === name);
  return exact ?? catalog.tables.find(({ table }) => table.schema !== undefined && `${table.schema}.${table.name}` === name);
}

/** The tables of the service itself: of this installation and of every other one in the database. */
export interface ServiceTables {
  has(table: TableName): boolean;
}

/** How tables without a config are registered. */
export interface LiveOptions {
  /** App label of the default schema. */
  readonly app: string;
  /** The service's own tables, which are never models here. */
  readonly service: ServiceTables;
  /** App labels of other schemas, by their names. */
  readonly appLabels: Readonly<Record<string, string>>;
  /** App labels of the service's own models. */
  readonly reserved: readonly string[];
  /** The ids of tables that are not served here. */
  readonly skipped: ReadonlySet<string>;
  /** Keys of other models. */
  readonly taken: readonly string[];
}

/** The models of a catalog without a config, and what is left out. */
export interface LiveModels {
  readonly registrations: readonly (ModelRegistration & { readonly description: TableDescription })[];
  /** One sentence for each table that is left out. */
  readonly leftOut: readonly string[];
  /** One sentence for each schema whose app label differs from its name. */
  readonly renamed: readonly string[];
}

/** Registers every table that has a key, under the names of CONTRACT §13. */
export function liveModels(catalog: LiveTables, options: LiveOptions): LiveModels {
  const whole = catalog.tables.filter(({ table }) => !options.service.has(table) && !options.skipped.has(tableId(table)));
  const own = whole.filter((table) => migrationToolOf(table) === undefined);
  const references = new References(catalog.tables);
  const secrets = new LeftOut((table) => references.describe(table));
  const served = own.filter((table) => reasonNotServed(table, secrets) === undefined);
  const pivots = pivotsOf(own, served);
  const linking = new Set(pivots.map(({ table }) => table));
  const leftOut = notServed(
    own.filter((table) => !linking.has(table)),
    secrets,
  );
  const { labels, renamed } = labelled(catalog.defaultSchema, own, options);
  const bySchema = Map.groupBy(served, ({ table }) => table.schema ?? catalog.defaultSchema);
  const registrations = [...bySchema].flatMap(([schema, tables]) => {
    const app = labels.get(schema) ?? schema;
    const taken = options.taken.flatMap((key) => (key.startsWith(`${app}.`) ? [key.slice(app.length + 1)] : []));
    const names = uniqueNames(
      tables.map(({ table }) => modelNameOf(table.name)),
      taken,
    );
    return tables.map((table, index) => {
      const links = linksBy(pivots, table);
      const description = links.length > 0 ? { ...table, links } : table;
      return { source: description, key: `${app}.${names[index]}`, config: {}, description };
    });
  });
  return {
    registrations,
    leftOut: [...catalog.leftOut, ...leftOut, ...toolSentences(whole), ...linkingSentences(registrations, served)],
    renamed,
  };
}

/** One sentence for each table that belongs to the migrations of a tool. */
function toolSentences(tables: readonly TableDescription[]): string[] {
  return tables.flatMap((each) => {
    const tool = migrationToolOf(each);
    return tool === undefined ? [] : [`${tableText(each.table)}: the migrations of ${tool} keep it; \`model()\` serves it all the same.`];
  });
}

/** One sentence for each table that is no model, and whose rows are the links between two models. */
function linkingSentences(models: LiveModels['registrations'], served: readonly TableDescription[]): string[] {
  const links = models.flatMap(({ key, description }) =>
    (description.links ?? []).map(({ name, through }) => ({ through, text: `\`${name}\` of ${key}` })),
  );
  const byTable = Map.groupBy(
    links.filter(({ through }) => !served.includes(through)),
    ({ through }) => through,
  );
  return Array.from(byTable, ([{ table }, fields]) => `${tableText(table)}: served as ${fields.map(({ text }) => text).join(' and ')}.`);
}

/** The app label of each schema, and a sentence for each whose label is neither its own name nor set by the config. */
function labelled(
  defaultSchema: string,
  tables: readonly TableDescription[],
  { app, appLabels, reserved }: LiveOptions,
): { readonly labels: ReadonlyMap<string, string>; readonly renamed: readonly string[] } {
  const others = [...new Set(tables.flatMap(({ table: { schema } }) => schema ?? []))];
  // The default schema comes first: it keeps its label even if another schema has that name.
  const wanted = new Map([[defaultSchema, app], ...others.map((schema) => [schema, appLabelOf(schema)] as const)]);
  const labels = appLabelsOf(wanted, { reserved, given: appLabels });
  const renamed = [...wanted].flatMap(([schema, own]) => {
    const label = labels.get(schema);
    if (label === own || Object.hasOwn(appLabels, schema)) return [];
    return [`Schema "${schema}" has the app label "${label}", because "${own}" is taken. \`appLabels\` (--app-labels) names another.`];
  });
  return { labels, renamed };
}

/** One sentence for each table whose rows can not be identified in the API. */
export function notServed(tables: readonly TableDescription[], secrets: LeftOut): string[] {
  return tables.flatMap((table) => {
    const reason = reasonNotServed(table, secrets);
    return reason === undefined ? [] : [`${tableText(table.table)}: ${reason}.`];
  });
}

/** How a table without a key is served all the same, where it references others. */
const linkCure = 'name it as `through` in `manyToMany` of a model that it references';

/** Why the rows of a table can not be identified in the API; undefined if they can. */
export function reasonNotServed(table: TableDescription, secrets: LeftOut): string | undefined {
  if (table.primaryKey.length > 0) {
    const isSecret = secrets.columnsOf(table, {}).some(({ column }) => table.primaryKey.includes(column));
    return isSecret ? 'its key has the name of a secret; a config that names it in `fields` serves it' : undefined;
  }
  if (table.isView) return 'a view has no key of its own; name it in a config (`primaryKey`)';
  const reason = 'it has neither a primary key nor a unique index without nulls';
  return linkKeys(table).length > 0 ? `${reason}; ${linkCure}` : reason;
}
