import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { parseEnv } from 'node:util';
import { importConfig } from '../config-file.ts';
import { environmentFiles } from '../environment.ts';
import { type PrismaProject, prismaOf } from './prisma-project.ts';
import { UsageError } from '../usage-error.ts';
import { fileOf, packageFolders, signOfDatabase } from './database-signs.ts';

/** What a folder has that a config can be made of. */
export interface Project {
  readonly folder: string;
  /** The text of `package.json`; undefined without one. */
  readonly manifest: string | undefined;
  /** How scripts are run: `npm run`. */
  readonly runs: string;
  /** The variables of `.env.local` and `.env`. */
  readonly environment: Readonly<Record<string, string>>;
  /** The usual name of a config: `.mts` where the compiler takes a `.ts` file for CommonJS, and refuses to import an ES module in it. */
  readonly configName: string;
  /** What follows the name of an imported TypeScript file. */
  readonly importEnd: '.ts' | '.js' | '';
  readonly prisma: PrismaProject | undefined;
  readonly drizzle: DrizzleProject | undefined;
  /** Files of SQLite databases in the folder. */
  readonly databaseFiles: readonly string[];
  /** What says that the project has a database of its own, in words; undefined if nothing does. */
  readonly signOfDatabase: string | undefined;
}

/** The config of drizzle-kit. */
export interface DrizzleProject {
  readonly config: string;
  /** The files of its `schema`. */
  readonly schema: readonly string[];
  readonly address: string | undefined;
}

const managers: readonly (readonly [lockFile: string, runs: string])[] = [
  ['pnpm-lock.yaml', 'pnpm run'],
  ['yarn.lock', 'yarn run'],
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
];

/** Reads what a folder has. Files of the project are read, and only the config of drizzle-kit is run. */
export async function readProject(folder: string): Promise<Project> {
  const text = (name: string): string | undefined => textOf(join(folder, name));
  const environment = Object.assign(
    {},
    ...environmentFiles.toReversed().map((name) => parseEnv(text(name) ?? '')),
  ) as Project['environment'];
  return {
    folder,
    manifest: text('package.json'),
    runs: managers.find(([lockFile]) => existsSync(join(folder, lockFile)))?.[1] ?? 'npm run',
    environment,
    configName: configNameOf(text('package.json'), text('tsconfig.json')),
    importEnd: importEndOf(text('tsconfig.json')),
    prisma: prismaOf(folder, environment),
    drizzle: await drizzleOf(folder),
    databaseFiles: globSync('*.{db,sqlite,sqlite3}', { cwd: folder }).sort(),
    signOfDatabase: signOfDatabase(folder, text('package.json'), environment),
  };
}

function textOf(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, 'utf8') : undefined;
}

function configNameOf(manifest: string | undefined, compilerConfig: string | undefined): string {
  const isModule = /"type"\s*:\s*"module"/.test(manifest ?? '');
  return compilerConfig !== undefined && isNodeModule(withoutComments(compilerConfig)) && !isModule
    ? 'grimoire.config.mts'
    : 'grimoire.config.ts';
}

function withoutComments(compilerConfig: string): string {
  return compilerConfig.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function isNodeModule(options: string): boolean {
  return /"module(Resolution)?"\s*:\s*"(node16|node18|node20|nodenext)"/i.test(options);
}

/** What the options of a `tsconfig.json` require after the name of an imported file. */
export function importEndOf(compilerConfig: string | undefined): Project['importEnd'] {
  if (compilerConfig === undefined) return '.ts';
  const options = withoutComments(compilerConfig);
  if (/"(allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(options)) return '.ts';
  return isNodeModule(options) ? '.js' : '';
}

/** A path with slashes, as in the text of a module. */
export function slashes(path: string): string {
  return path.split(sep).join('/');
}

interface DrizzleKitConfig {
  readonly schema?: string | readonly string[];
  readonly dbCredentials?: { readonly url?: string };
}

async function drizzleOf(folder: string): Promise<DrizzleProject | undefined> {
  const config = kitConfigIn(folder);
  if (config === undefined) return undefined;
  // The paths in the config are relative to its package.
  const home = dirname(config);
  const { schema = [], dbCredentials } = await kitConfigOf(join(folder, config));
  const files = [schema].flat().flatMap((name) => filesOf(join(folder, home), name).map((file) => slashes(join(home, file))));
  const environment = parseEnv(textOf(join(folder, home, '.env')) ?? '');
  const address = dbCredentials?.url ?? (home === '.' ? undefined : environment['DATABASE_URL']);
  return { config, schema: [...new Set(files)], address: fileBeside(folder, home, address) };
}

/** The config of drizzle-kit, in the folder or in one package of a monorepo. Throws a `UsageError` if there are several. */
function kitConfigIn(folder: string): string | undefined {
  const name = 'drizzle.config.{ts,mts,cts,js,mjs,cjs}';
  const [own] = globSync(name, { cwd: folder }).sort();
  if (own !== undefined) return own;
  const configs = globSync(`${packageFolders}/${name}`, { cwd: folder }).map(slashes).sort();
  if (configs.length > 1)
    throw new UsageError(`There are several configs of drizzle-kit: ${configs.join(', ')}. Run the command in one of their packages.`);
  return configs[0];
}

/** An address whose file is beside a config, as seen from the folder. */
function fileBeside(folder: string, home: string, address: string | undefined): string | undefined {
  const file = address === undefined || home === '.' ? undefined : fileOf(address);
  return file !== undefined && !isAbsolute(file) && existsSync(join(folder, home, file)) ? slashes(join(home, file)) : address;
}

/** The config of drizzle-kit; what its text says, if it can not be run. */
async function kitConfigOf(file: string): Promise<DrizzleKitConfig> {
  try {
    const { default: loaded } = (await importConfig(file)) as {
      readonly default?: DrizzleKitConfig & { readonly default?: DrizzleKitConfig };
    };
    return loaded?.default ?? loaded ?? {};
  } catch {
    const [, list] = /\bschema\s*:\s*(\[[^\]]*\]|'[^']*'|"[^"]*")/.exec(readFileSync(file, 'utf8')) ?? [];
    return { schema: Array.from((list ?? '').matchAll(/['"]([^'"]+)['"]/g), ([, name = '']) => name) };
  }
}

function filesOf(folder: string, pattern: string): string[] {
  const path = join(folder, pattern);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const files = globSync(isFolder ? `${pattern}/**/*.{ts,mts,js,mjs}` : pattern, { cwd: folder });
  return files.map((name) => slashes(relative(folder, join(folder, name)))).sort();
}
