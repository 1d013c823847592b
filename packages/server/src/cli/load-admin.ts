import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StringArgDef } from 'citty';
import { Admin, defineAdmin } from '../admin.ts';
import type { DatabaseSource } from '../store/database.ts';
import { postgres } from '../store/postgres.ts';
import { sqlite } from '../store/sqlite.ts';

/** The arguments of every command that needs an admin. */
export type AdminArgs = Readonly<Record<'config' | 'database' | 'app' | 'base-url', StringArgDef>>;

export const adminArgs: AdminArgs = {
  config: { type: 'string', description: 'Config file; grimoire.config.ts by default', valueHint: 'FILE' },
  database: { type: 'string', description: 'Serve this database without a config: postgres://… or sqlite:FILE', valueHint: 'URL' },
  app: { type: 'string', description: 'App label of the default schema, with --database (default: main)' },
  'base-url': { type: 'string', description: 'Path that the API is served under (default: the config’s, else /api/)', valueHint: 'PATH' },
};

/** What those arguments came as. */
export interface AdminArguments {
  readonly config?: string | undefined;
  readonly database?: string | undefined;
  readonly app?: string | undefined;
  readonly 'base-url'?: string | undefined;
}

/** A mistake of the person at the terminal: its message is shown without a stack. */
export class UsageError extends Error {}

/** The database that an address names: `postgres://…`, `sqlite:FILE` or the path of a SQLite file. */
export function databaseOf(address: string): DatabaseSource {
  if (/^postgres(ql)?:\/\//.test(address)) return postgres(address);
  if (/^(mysql|mariadb):/.test(address)) throw new UsageError('MySQL and MariaDB are not served yet: use postgres://… or sqlite:FILE.');
  const file = address.replace(/^(sqlite|file):(\/\/)?/, '');
  if (file === '') throw new UsageError('The address names no file: write sqlite:FILE.');
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(file))
    throw new UsageError(`"${address.split(':')[0]}" is no database that is served: use postgres://… or sqlite:FILE.`);
  if (file !== ':memory:' && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  return sqlite(file);
}

/** The admin of a config file, or of a bare database. */
export async function loadAdmin(args: AdminArguments): Promise<Admin> {
  if (args.database !== undefined) {
    if (args.config !== undefined) throw new UsageError('Give --config or --database, not both.');
    return defineAdmin({
      database: databaseOf(args.database),
      ...(args.app === undefined ? {} : { app: args.app }),
      ...(args['base-url'] === undefined ? {} : { baseUrl: args['base-url'] }),
    });
  }
  if (args.app !== undefined) throw new UsageError('--app goes with --database; a config names its models itself.');
  const file = resolve(args.config ?? 'grimoire.config.ts');
  if (!existsSync(file)) {
    throw new UsageError(
      `There is no ${args.config ?? 'grimoire.config.ts'} here. Name one with --config, or serve a database with --database.`,
    );
  }
  const loaded = await importConfig(file);
  const admin = (loaded as { default?: unknown }).default;
  if (!(admin instanceof Admin)) throw new UsageError(`${file} must export default defineAdmin({ … }).`);
  return args['base-url'] === undefined ? admin : admin.mountedAt(args['base-url']);
}

/** By Node itself; what its type stripping can't read (extensionless imports, enums), by jiti. */
async function importConfig(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' && code !== 'ERR_UNSUPPORTED_DIR_IMPORT')
      throw error;
    const { createJiti } = await import('jiti');
    // The config shares this very copy of the library, so that its classes are ours.
    return createJiti(import.meta.url, { virtualModules: { grimoire: await import('../index.ts') } }).import(file);
  }
}
