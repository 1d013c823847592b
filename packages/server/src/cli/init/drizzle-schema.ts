import { basename, extname } from 'node:path';
import { LeftOut } from '../../model/build/left-out.ts';
import type { ModelRegistration } from '../../model/config/config.ts';
import { References } from '../../model/references.ts';
import { reasonNotServed } from '../../sources/live.ts';
import { modelNameOf, uniqueNames } from '../../sources/live-names.ts';
import { app, type DrizzleFile, type DrizzleTable } from './config-text.ts';
import type { DrizzleProject, Project } from './project.ts';
import { exportsOf, type Unread } from './unread.ts';

interface Exported {
  readonly file: string;
  readonly exportName: string;
  readonly table: unknown;
}

/** The models of a Drizzle schema. */
export interface DrizzleModels {
  /** The files that export tables. */
  readonly files: readonly DrizzleFile[];
  /** The tables that can be served, whatever their database has. */
  readonly models: readonly ModelRegistration[];
  readonly unread: readonly Unread[];
}

/** The tables that the files of a Drizzle schema export. */
export async function drizzleModels({ folder, importEnd }: Project, { config, schema }: DrizzleProject): Promise<DrizzleModels> {
  // Drizzle is an optional peer: it is loaded only for a project that has it.
  const { describeDrizzleTable, isDrizzleTable } = await import('../../sources/drizzle.ts');
  const exported: Exported[] = [];
  const unread: Unread[] = [];
  for (const file of schema) {
    const loaded = Object.entries((await exportsOf(file, folder, unread)) ?? {});
    const exportedTables = new Set(exported.map(({ table }) => table));
    for (const [exportName, table] of loaded)
      if (exportName !== 'default' && isDrizzleTable(table) && !exportedTables.has(table)) exported.push({ file, exportName, table });
  }
  if (exported.length === 0 && unread.length === 0)
    unread.push({ file: config, reason: 'its schema exports no table of a database that is served' });
  // One table that can not be described stops no other.
  const described = exported.map(({ table }) => {
    try {
      return describeDrizzleTable(table);
    } catch (error) {
      return (error as Error).message.replace(/\.$/, '');
    }
  });
  const references = new References(described.filter((each) => typeof each !== 'string'));
  const secrets = new LeftOut((table) => references.describe(table));
  const keys = uniqueNames(exported.map(({ exportName }) => modelNameOf(exportName)));
  const reasons = described.map((each) => (typeof each === 'string' ? each : reasonNotServed(each, secrets)));
  const tables = exported.map((one, index) => ({ ...one, key: keys[index] ?? '', leftOut: reasons[index] }));
  const models = tables.flatMap(({ table, key, leftOut }) =>
    leftOut === undefined ? [{ source: table, key: `${app}.${key}`, config: {} }] : [],
  );
  return { files: filesOf(tables, importEnd), models, unread };
}

function filesOf(tables: readonly (DrizzleTable & Exported)[], importEnd: Project['importEnd']): readonly DrizzleFile[] {
  const files = [...new Set(tables.map(({ file }) => file))];
  const names = uniqueNames(files.map(importName));
  return files.map((file, place) => ({
    name: names[place] ?? 'schema',
    path: `./${importPath(file, importEnd)}`,
    tables: tables.filter((table) => table.file === file).map(({ exportName, key, leftOut }) => ({ exportName, key, leftOut })),
  }));
}

function importPath(file: string, end: Project['importEnd']): string {
  return extname(file) === '.ts' ? `${file.slice(0, -3)}${end}` : file;
}

/** Names that the config has itself, or that can name no variable. */
const reserved: ReadonlySet<string> = new Set([
  'model',
  'defineAdmin',
  'index',
  'default',
  'import',
  'export',
  'class',
  'enum',
  'new',
  'delete',
]);

/** The name of a file as that of a variable; `schema` for a name that is none. */
function importName(file: string): string {
  const name = basename(file, extname(file));
  return /^[a-z][A-Za-z0-9]*$/.test(name) && !reserved.has(name) ? name : 'schema';
}
