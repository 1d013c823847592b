import { basename, extname, join } from 'node:path';
import { LeftOut } from '../../model/build/left-out.ts';
import { References } from '../../model/references.ts';
import { reasonNotServed } from '../../sources/live.ts';
import { modelNameOf, uniqueNames } from '../../sources/live-names.ts';
import { importConfig } from '../config-file.ts';
import { UsageError } from '../usage-error.ts';
import type { DrizzleFile } from './config-text.ts';
import type { Project } from './project.ts';

interface Exported {
  readonly file: string;
  readonly exportName: string;
  readonly table: unknown;
}

/** The files of a Drizzle schema with the tables that they export. Throws a `UsageError` if there is none. */
export async function drizzleFiles({ folder, importEnd }: Project, files: readonly string[]): Promise<readonly DrizzleFile[]> {
  // Drizzle is an optional peer: it is loaded only for a project that has it.
  const { describeDrizzleTable, isDrizzleTable } = await import('../../sources/drizzle.ts');
  const exported: Exported[] = [];
  for (const file of files) {
    const loaded = Object.entries((await importConfig(join(folder, file))) as Readonly<Record<string, unknown>>);
    const known = new Set(exported.map(({ table }) => table));
    for (const [exportName, table] of loaded)
      if (exportName !== 'default' && isDrizzleTable(table) && !known.has(table)) exported.push({ file, exportName, table });
  }
  if (exported.length === 0)
    throw new UsageError(`No table of a database that is served is exported by ${files.join(', ') || 'the Drizzle schema'}.`);
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
  const named = [...new Set(exported.map(({ file }) => file))];
  const names = uniqueNames(named.map(importName));
  return named.map((file, place) => ({
    name: names[place] ?? 'schema',
    path: `./${importPath(file, importEnd)}`,
    tables: exported.flatMap((one, index) =>
      one.file === file ? [{ exportName: one.exportName, key: keys[index] ?? '', leftOut: reasons[index] }] : [],
    ),
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
