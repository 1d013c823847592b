import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { addressForms } from '../../databases/list.ts';

/** Packages that open or describe a database. */
const packages =
  '@prisma/client prisma drizzle-orm typeorm sequelize knex objection kysely @mikro-orm/core pg postgres mysql2 better-sqlite3 @libsql/client mongoose'.split(
    ' ',
  );

/** Files of other languages and tools. */
const files = [
  'manage.py',
  'db/schema.rb',
  'db/migrate',
  'database/migrations',
  'alembic.ini',
  'ormconfig.json',
  'knexfile.js',
  'knexfile.ts',
];

/** Where a monorepo has its packages, as a pattern. */
export const packageFolders = '{packages,apps,libs}/*';

/** Variables with which applications say where their database is. */
const variables = /^(DATABASE|POSTGRES|POSTGRESQL|PG|MYSQL|DB|TURSO|SQLITE)(_|HOST$|USER$|DATABASE$|URL$)/;

/** What says that a project has a database of its own: a variable, a package or a file; undefined if nothing does. */
export function signOfDatabase(
  folder: string,
  manifest: string | undefined,
  environment: Readonly<Record<string, string>>,
): string | undefined {
  const variable = Object.keys(environment).find((name) => variables.test(name));
  if (variable !== undefined) return `the variable ${variable}`;
  const packageName = packageIn(manifest);
  if (packageName !== undefined) return `the package ${packageName}`;
  const file = files.find((name) => existsSync(join(folder, name)));
  return file === undefined ? signInPackages(folder) : `the file ${file}`;
}

function packageIn(manifest = '{}'): string | undefined {
  const { dependencies, devDependencies } = JSON.parse(manifest) as { readonly dependencies?: object; readonly devDependencies?: object };
  const named = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  return packages.find((name) => named.has(name));
}

function signInPackages(folder: string): string | undefined {
  for (const path of globSync(`${packageFolders}/package.json`, { cwd: folder }).sort()) {
    const packageName = packageIn(readFileSync(join(folder, path), 'utf8'));
    if (packageName !== undefined) return `the package ${packageName} of ${dirname(path).split(sep).join('/')}`;
  }
  return undefined;
}

/** The only address of a server among the variables of a project; undefined if there is none, or several. */
export function onlyAddress(environment: Readonly<Record<string, string>>): string | undefined {
  const addresses = Object.entries(environment).filter(([name, value]) => variables.test(name) && isServer(value));
  const [only, ...others] = new Set(addresses.map(([, value]) => value));
  return others.length === 0 ? only : undefined;
}

function isServer(address: string): boolean {
  return addressForms.some(({ read }) => {
    const parsed = read(address);
    return parsed !== null && parsed.file === undefined;
  });
}

/** The file that an address names; undefined for a server. */
export function fileOf(address: string): string | undefined {
  return addressForms.map(({ read }) => read(address)).find((found) => found !== null)?.file;
}

/** The variable from which the config reads an address: one that has it, `DATABASE_URL` if that is free, or one of the service's own. */
export function variableOf(address: string, environment: Readonly<Record<string, string>>): string {
  // A variable of the shell is stronger than one of a file.
  const valueOf = (name: string): string | undefined => process.env[name] ?? environment[name];
  const usual = valueOf('DATABASE_URL');
  if (usual === undefined || usual === '' || usual === address) return 'DATABASE_URL';
  return Object.keys(environment).find((name) => valueOf(name) === address) ?? 'GRIMOIRE_DATABASE_URL';
}
