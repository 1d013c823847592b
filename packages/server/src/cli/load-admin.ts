import { existsSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StringArgDef } from 'citty';
import { Admin, defineAdmin } from '../admin.ts';
import { reservedLabels } from '../connect.ts';
import { isLabel, labelCure } from '../sources/app-labels.ts';
import type { DatabaseSource } from '../databases/database.ts';
import { type AddressArguments, databaseOfEnvironment, databaseOfOptions } from './database-address.ts';
import { UsageError } from './usage-error.ts';

/** The arguments of every command that needs an admin. */
export type AdminArgs = Readonly<Record<'config' | 'database' | 'database-file' | 'app' | 'app-labels' | 'base-url', StringArgDef>>;

export const adminArgs: AdminArgs = {
  config: { type: 'string', description: 'Config file; grimoire.config.ts by default', valueHint: 'FILE' },
  database: {
    type: 'string',
    description: 'Serve this database without a config: postgres://… or sqlite:FILE (or set DATABASE_URL)',
    valueHint: 'URL',
  },
  'database-file': { type: 'string', description: 'The same, read from the first line of this file', valueHint: 'FILE' },
  app: { type: 'string', description: 'App label of the default schema, with --database (default: main)' },
  'app-labels': { type: 'string', description: 'App labels of other schemas, with --database', valueHint: 'SCHEMA=LABEL,…' },
  'base-url': { type: 'string', description: 'Path that the API is served under (default: the config’s, else /api/)', valueHint: 'PATH' },
};

const usualConfig = 'grimoire.config.ts';

/** The values of those arguments. */
export interface AdminArguments extends AddressArguments {
  readonly config?: string | undefined;
  readonly app?: string | undefined;
  readonly 'app-labels'?: string | undefined;
  readonly 'base-url'?: string | undefined;
}

/** The admin of a config file, or of a database without a config. */
export async function loadAdmin(args: AdminArguments): Promise<Admin> {
  const database = wantedDatabase(args);
  if (database) {
    checkApp(args.app);
    return defineAdmin({
      database,
      ...(args.app === undefined ? {} : { app: args.app }),
      ...(args['app-labels'] === undefined ? {} : { appLabels: appLabelsIn(args['app-labels']) }),
      ...(args['base-url'] === undefined ? {} : { baseUrl: args['base-url'] }),
    });
  }
  if (args.app !== undefined) throw new UsageError('--app goes with --database; a config names its models itself.');
  if (args['app-labels'] !== undefined) throw new UsageError('--app-labels goes with --database; a config has `appLabels`.');
  const file = resolve(args.config ?? usualConfig);
  if (!existsSync(file)) {
    throw new UsageError(
      `There is no ${args.config ?? usualConfig} here. Name one with --config, or serve a database with --database or DATABASE_URL.`,
    );
  }
  if (!statSync(file).isFile()) throw new UsageError(`${file} is no file: name the config in it, such as ${join(file, usualConfig)}.`);
  const admin = exportOf(await importConfig(file));
  if (!(admin instanceof Admin)) throw new UsageError(`${file} must export default defineAdmin({ … }).`);
  return args['base-url'] === undefined ? admin : admin.mountedAt(args['base-url']);
}

/** Unlike the label of a schema, a label that the command names gets no number if it is taken: that is an error. */
function checkApp(label: string | undefined): void {
  if (label === undefined) return;
  if (!isLabel(label)) throw new UsageError(`--app: "${label}" is no app label. ${labelCure}`);
  if (reservedLabels.includes(label.toLowerCase()))
    throw new UsageError(`--app: "${label}" is taken by the service's own models. Use another.`);
}

function appLabelsIn(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair): [string, string] => {
    const [, schema, label] = /^([^=]+)=([^=]+)$/.exec(pair) ?? [];
    if (schema === undefined || label === undefined) throw new UsageError(`--app-labels: "${pair}" is no SCHEMA=LABEL.`);
    return [schema, label];
  });
  return Object.fromEntries(pairs);
}

/**
 * The database to serve without a config; null if there is a config to serve. If a config exists, `DATABASE_URL` is left to it; only
 * otherwise is it an address for this command.
 */
function wantedDatabase(args: AdminArguments): DatabaseSource | null {
  const isNamed = args.database !== undefined || args['database-file'] !== undefined;
  if (isNamed && args.config !== undefined) throw new UsageError('Give --config or --database, not both.');
  const hasConfig = args.config !== undefined || existsSync(resolve(usualConfig));
  if (hasConfig) return databaseOfOptions(args);
  if (!isNamed) return databaseOfEnvironment();
  if (process.env['DATABASE_URL']) throw new UsageError('Give --database, --database-file or DATABASE_URL, not two of them.');
  return databaseOfOptions(args);
}

/** The default export of a module; a module that was compiled to CommonJS has it nested once more. */
function exportOf(loaded: unknown): unknown {
  const { default: outer } = loaded as { default?: unknown };
  return outer instanceof Admin ? outer : ((outer ?? {}) as { default?: unknown }).default;
}

/** Node's error codes for configs that jiti may be able to load: extensionless imports, enums, an ES module in a CommonJS package. */
const forJiti: ReadonlySet<string | undefined> = new Set([
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_REQUIRE_ASYNC_MODULE',
]);

function isForJiti(error: unknown): boolean {
  const isOtherKind = error instanceof ReferenceError && / is not defined in ES module scope/.test(error.message);
  return error instanceof SyntaxError || isOtherKind || forJiti.has((error as { code?: string }).code);
}

/** Imports a config by Node itself, or by jiti. */
async function importConfig(file: string): Promise<unknown> {
  // Node would print a warning, and then refuse the file.
  if (isModuleOfCommonJs(file)) return importByJiti(file);
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    if (!isForJiti(error)) throw error;
    return importByJiti(file);
  }
}

/** Whether a file is written as an ES module, but `package.json` declares files to be CommonJS. */
function isModuleOfCommonJs(file: string): boolean {
  if (!['.js', '.ts'].includes(extname(file))) return false;
  const manifest = findPackageJSON(pathToFileURL(file));
  if (manifest === undefined || basename(manifest) !== 'package.json') return false;
  const { type } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: unknown };
  return type === 'commonjs' && /^\s*(import|export)[\s{*'"]/m.test(readFileSync(file, 'utf8'));
}

/** Throws a `UsageError` if an imported file or package does not exist. */
async function importByJiti(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  try {
    // The config must use this copy of the library, so that its classes are the same.
    return await createJiti(import.meta.url, { virtualModules: { grimoire: await import('../index.ts') } }).import(file);
  } catch (error) {
    const { code, message, requireStack } = error as { code?: unknown; message?: unknown; requireStack?: readonly string[] };
    const [, missing] = /^Cannot find (?:module|package) '([^']+)'/.exec(String(message)) ?? [];
    if (code !== 'MODULE_NOT_FOUND' || missing === undefined) throw error;
    throw new UsageError(`${requireStack?.[0] ?? file} imports "${missing}", which is not there.`);
  }
}
