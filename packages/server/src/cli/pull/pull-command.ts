import { existsSync, readFileSync, statSync } from 'node:fs';
import { type BooleanArgDef, type CommandDef, defineCommand, type PositionalArgDef, type StringArgDef } from 'citty';
import type { DatabaseAddress } from '../../databases/database.ts';
import { findServiceTables } from '../../system-tables/service-tables.ts';
import { defaultPrefix } from '../../model/system-tables.ts';
import { closeDatabase, openDatabase } from '../../admin/shared-databases.ts';
import { readCatalog } from '../../sources/live.ts';
import { type AddressArguments, databaseOfAddress, databaseOfEnvironment, databaseOfOptions } from '../database-address.ts';
import { writeOutput } from '../output.ts';
import { run } from '../run.ts';
import { UsageError } from '../usage-error.ts';
import { differences, tablesOfModule } from './compare-module.ts';
import { madeBy, moduleText } from './module-text.ts';
import { type PulledTable, pulledTables } from './pulled-tables.ts';
import { addressTexts } from '../../databases/list.ts';

type PullArgs = Readonly<Record<'database' | 'database-file' | 'output', StringArgDef>> & {
  readonly address: PositionalArgDef;
  readonly check: BooleanArgDef;
};

const usualModule = 'grimoire.tables.ts';

const pullArgs: PullArgs = {
  address: { type: 'positional', required: false, description: `The database: ${addressTexts} (default: DATABASE_URL)` },
  database: { type: 'string', description: 'The same', valueHint: 'URL' },
  'database-file': { type: 'string', description: 'The same, read from the first line of this file', valueHint: 'FILE' },
  output: { type: 'string', alias: 'o', description: 'The module', valueHint: 'FILE', default: usualModule },
  check: { type: 'boolean', description: 'Change nothing; fail where the module and the database differ', default: false },
};

/** Writes the names and types of a database's tables as a module. */
export const pullCommand: CommandDef<PullArgs> = defineCommand({
  args: pullArgs,
  run: ({ args }) =>
    run(async () => {
      const output: string = args.output;
      const source = wantedDatabase(args);
      if (args.check) return check(output, await readTables(source));
      requireOwnModule(output);
      console.log(`${output}: ${await pullInto(output, source)}`);
    }),
});

/** Writes the module of a database. @returns how many tables it names, for users */
export async function pullInto(output: string, source: DatabaseAddress): Promise<string> {
  const tables = await readTables(source);
  writeOutput(output, moduleText(tables));
  return `${tables.length} ${tables.length === 1 ? 'table' : 'tables'}`;
}

function wantedDatabase({ address, ...options }: AddressArguments & { readonly address?: string | undefined }): DatabaseAddress {
  const ofOptions = databaseOfOptions(options);
  if (address !== undefined && ofOptions) throw new UsageError('Give an address, --database or --database-file, not two of them.');
  const source = address === undefined ? (ofOptions ?? databaseOfEnvironment()) : databaseOfAddress(address);
  if (source) return source;
  throw new UsageError(`Which database? "grimoire pull ADDRESS" (${addressTexts}), --database-file or DATABASE_URL.`);
}

async function readTables(source: DatabaseAddress): Promise<readonly PulledTable[]> {
  const database = await openDatabase(source);
  try {
    const catalog = await readCatalog(database);
    const location = database.dialect.systemTables.location.of({ schema: undefined, tablePrefix: defaultPrefix });
    return pulledTables(catalog, await findServiceTables(database, catalog.tables, location));
  } finally {
    await closeDatabase(database);
  }
}

function requireOwnModule(output: string): void {
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`${output} is a folder: name a file in it with -o.`);
  if (!existsSync(output) || readFileSync(output, 'utf8').includes(madeBy)) return;
  throw new UsageError(`${output} exists, and "grimoire pull" has not made it. Name another file with -o.`);
}

/** The command that writes this module. */
function pullOf(output: string): string {
  return output === usualModule ? 'grimoire pull' : `grimoire pull -o ${output}`;
}

/** Prints the differences. Throws a `UsageError` if there are any. */
function check(output: string, tables: readonly PulledTable[]): void {
  if (!existsSync(output)) throw new UsageError(`There is no ${output}. Run "${pullOf(output)}", or name the module with -o.`);
  const changes = differences(tablesOfModule(readFileSync(output, 'utf8')), tables);
  for (const line of changes) console.log(line);
  if (changes.length > 0) throw new UsageError(`${output} differs from the database. Run "${pullOf(output)}".`);
  console.log(`${output} agrees with the database.`);
}
