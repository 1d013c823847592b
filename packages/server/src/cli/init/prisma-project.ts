import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseEnv } from 'node:util';
import { UsageError } from '../usage-error.ts';
import { packageFolders } from './database-signs.ts';

/** A Prisma schema. */
export interface PrismaProject {
  /** The file or folder of the schema. */
  readonly path: string;
  /** The module with the type `Prisma.TypeMap`; undefined if it is not there. */
  readonly client: string | undefined;
  /** The address that the schema names itself, or that the variable has which it names. */
  readonly address: string | undefined;
}

/** The Prisma schema of a folder, where Prisma looks for it, or in one package of a monorepo. Throws a `UsageError` if there are several. */
export function prismaOf(folder: string, environment: Readonly<Record<string, string>>): PrismaProject | undefined {
  const path = named(folder) ?? usual(folder) ?? inPackages(folder);
  if (path === undefined) return undefined;
  const isFolder = statSync(join(folder, path)).isDirectory();
  const files = isFolder ? globSync('**/*.prisma', { cwd: join(folder, path) }).map((name) => join(path, name)) : [path];
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const home = isFolder ? path : dirname(path);
  const [, output] = /generator\s+\w+\s*\{[^}]*?\boutput\s*=\s*"([^"]+)"/.exec(text) ?? [];
  return {
    path: `./${path}`,
    client: clientOf(folder, output === undefined ? undefined : join(home, output)),
    address: addressOf(text, { ...environmentBeside(folder, home), ...environment }),
  };
}

/** What `prisma.config` or `package.json` names. The text of the config is read, because running it may need packages of the project. */
function named(folder: string): string | undefined {
  const [config] = globSync('{prisma.config,.config/prisma}.{ts,mts,cts,js,mjs,cjs}', { cwd: folder }).sort();
  const text = config === undefined ? '' : readFileSync(join(folder, config), 'utf8');
  const [, joined, literal] = /\bschema\s*:\s*(?:(?:path\.)?(?:join|resolve)\(([^)]*)\)|['"]([^'"]+)['"])/.exec(text) ?? [];
  const parts = literal === undefined ? Array.from((joined ?? '').matchAll(/['"]([^'"]+)['"]/g), ([, part = '']) => part) : [literal];
  const manifest = readText(join(folder, 'package.json'));
  const { prisma } = JSON.parse(manifest === '' ? '{}' : manifest) as { readonly prisma?: { readonly schema?: string } };
  const candidates = [parts.join('/'), prisma?.schema ?? ''].map((path) => path.replace(/^\.\//, ''));
  return candidates.find((path) => path !== '' && existsSync(join(folder, path)));
}

function usual(folder: string): string | undefined {
  return ['prisma/schema.prisma', 'schema.prisma', 'prisma/schema'].find((name) => existsSync(join(folder, name)));
}

function inPackages(folder: string): string | undefined {
  const pattern = `${packageFolders}/{prisma/schema.prisma,schema.prisma,prisma/schema}`;
  const schemas = globSync(pattern, { cwd: folder })
    .map((path) => path.split(sep).join('/'))
    .sort();
  if (schemas.length > 1)
    throw new UsageError(
      `There are several Prisma schemas: ${schemas.join(', ')}. Name one as "prisma": { "schema": … } in package.json, or run the command in its package.`,
    );
  return schemas[0];
}

/** What Prisma reads beside the schema, or in its package. */
function environmentBeside(folder: string, home: string): Readonly<Record<string, string>> {
  const places = [dirname(home), home].map((place) => parseEnv(readText(join(folder, place, '.env'))));
  return Object.assign({}, ...places) as Readonly<Record<string, string>>;
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function addressOf(schema: string, environment: Readonly<Record<string, string>>): string | undefined {
  const [, literal, variable] = /datasource\s+\w+\s*\{[^}]*?\burl\s*=\s*(?:"([^"]+)"|env\("([^"]+)"\))/.exec(schema) ?? [];
  const value = variable === undefined ? undefined : (process.env[variable] ?? environment[variable]);
  return literal ?? (value === '' ? undefined : value);
}

function clientOf(folder: string, output: string | undefined): string | undefined {
  if (output !== undefined) return existsSync(join(folder, output, 'client.ts')) ? `./${output.split(sep).join('/')}/client` : undefined;
  return existsSync(join(folder, 'node_modules/.prisma/client/index.d.ts')) ? '@prisma/client' : undefined;
}
