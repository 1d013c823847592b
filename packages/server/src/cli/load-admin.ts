import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { StringArgDef } from 'citty';
import { Admin } from '../admin/admin.ts';
import { defineAdmin } from '../admin/define-admin.ts';
import { reservedLabels } from '../admin/served-models.ts';
import { isLabel, labelCure } from '../sources/app-labels.ts';
import type { DatabaseAddress } from '../databases/database.ts';
import { type AddressArguments, databaseOfEnvironment, databaseOfOptions } from './database-address.ts';
import { importConfig, usualConfig, usualConfigs } from './config-file.ts';
import { UsageError } from './usage-error.ts';
import { addressTexts } from '../databases/list.ts';

/** The arguments of every command that needs an admin. */
export type AdminArgs = Readonly<Record<'config' | 'database' | 'database-file' | 'app' | 'app-labels' | 'base-url', StringArgDef>>;

export const adminArgs: AdminArgs = {
  config: { type: 'string', description: 'Config file; grimoire.config.ts by default (or .mts, .cts, .js, .mjs, .cjs)', valueHint: 'FILE' },
  database: {
    type: 'string',
    description: `Serve this database without a config: ${addressTexts} (or set DATABASE_URL)`,
    valueHint: 'URL',
  },
  'database-file': { type: 'string', description: 'The same, read from the first line of this file', valueHint: 'FILE' },
  app: { type: 'string', description: 'App label of the default schema, with --database (default: main)' },
  'app-labels': { type: 'string', description: 'App labels of other schemas, with --database', valueHint: 'SCHEMA=LABEL,…' },
  'base-url': { type: 'string', description: 'Path that the API is served under (default: the config’s, else /api/)', valueHint: 'PATH' },
};

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
    const unused = usualConfig();
    if (unused !== undefined) console.error(`Note: ${basename(unused)} is not used: --database serves a database without a config.`);
    return defineAdmin({
      database,
      ...(args.app === undefined ? {} : { app: args.app }),
      ...(args['app-labels'] === undefined ? {} : { appLabels: appLabelsIn(args['app-labels']) }),
      ...(args['base-url'] === undefined ? {} : { baseUrl: args['base-url'] }),
    });
  }
  if (args.app !== undefined) throw new UsageError('--app goes with --database; a config names its models itself.');
  if (args['app-labels'] !== undefined) throw new UsageError('--app-labels goes with --database; a config has `appLabels`.');
  const file = configOf(args.config);
  const admin = exportOf(await importConfig(file));
  if (!(admin instanceof Admin)) throw new UsageError(`${file} must export default defineAdmin({ … }).`);
  return args['base-url'] === undefined ? admin : admin.mountedAt(args['base-url']);
}

/** The path of the config. Throws if there is none. */
function configOf(named: string | undefined): string {
  const [usual = ''] = usualConfigs;
  const file = named === undefined ? usualConfig() : resolve(named);
  if (file === undefined || !existsSync(file)) {
    const cure = 'Name one with --config, make one with "grimoire init", or serve a database with --database or DATABASE_URL.';
    throw new UsageError(`There is no ${named ?? usual} here. ${cure}`);
  }
  if (!statSync(file).isFile()) throw new UsageError(`${file} is no file: name the config in it, such as ${join(file, usual)}.`);
  return file;
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
 * The database to serve without a config; null if there is a config to serve. An option comes before the environment. If a config exists,
 * `DATABASE_URL` is left to it; only otherwise is it an address for this command.
 */
function wantedDatabase(args: AdminArguments): DatabaseAddress | null {
  const isNamed = args.database !== undefined || args['database-file'] !== undefined;
  if (isNamed && args.config !== undefined) throw new UsageError('Give --config or --database, not both.');
  const hasConfig = args.config !== undefined || usualConfig() !== undefined;
  return isNamed || hasConfig ? databaseOfOptions(args) : databaseOfEnvironment();
}

/** The default export of a module; a module that was compiled to CommonJS has it nested once more. */
function exportOf(loaded: unknown): unknown {
  const { default: outer } = loaded as { default?: unknown };
  return outer instanceof Admin ? outer : ((outer ?? {}) as { default?: unknown }).default;
}
