import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCancel, text } from '@clack/prompts';
import { type BooleanArgDef, type CommandDef, defineCommand, type PositionalArgDef, type StringArgDef } from 'citty';
import { Admin } from '../../admin/admin.ts';
import { ConfigurationError } from '../../model/build/checks.ts';
import { usualConfigs } from '../config-file.ts';
import { addressed } from '../database-address.ts';
import { loadAdmin } from '../load-admin.ts';
import { mistakeOf } from '../mistakes.ts';
import { run } from '../run.ts';
import { UsageError } from '../usage-error.ts';
import { type Choice, choose } from './choice.ts';
import { configText, type ModelParts } from './config-text.ts';
import { variableOf } from './database-signs.ts';
import { createExample } from './example.ts';
import { makeOwner } from './owner.ts';
import { type Project, readProject } from './project.ts';
import { readModels } from './read-models.ts';
import { writeUi } from './write-ui.ts';
import { writeAround } from './write-around.ts';
import { addressTexts } from '../../databases/list.ts';

type InitArgs = Readonly<Record<'from' | 'username', StringArgDef>> &
  Readonly<Record<'yes' | 'force' | 'ui', BooleanArgDef>> & { readonly address: PositionalArgDef };

const initArgs: InitArgs = {
  address: { type: 'positional', required: false, description: `The database: ${addressTexts} (default: that of the project)` },
  from: {
    type: 'string',
    description: 'Where models come from, if the project has several: prisma, drizzle, database',
    valueHint: 'SOURCE',
  },
  username: { type: 'string', description: 'Name of the first account (default: admin); its password is GRIMOIRE_PASSWORD, or generated' },
  yes: { type: 'boolean', description: 'Ask nothing', default: false },
  force: { type: 'boolean', description: 'Replace an existing config', default: false },
  ui: { type: 'boolean', description: 'Write an extension of the dashboard into admin-ui, and nothing else', default: false },
};

/** Writes a config for the project in the working directory, prepares its database, and makes the first account. */
export const initCommand: CommandDef<InitArgs> = defineCommand({
  args: initArgs,
  run: ({ args }) =>
    run(async () => {
      const folder = process.cwd();
      if (args.ui) return writeUi(folder);
      const existing = existingIn(folder, args.force);
      const asks = !args.yes && process.stdin.isTTY && process.stdout.isTTY;
      const project = await readProject(folder);
      const config = existing ?? project.configName;
      const choice = await choose(project, { address: args.address, from: args.from, asks });
      const username = args.username ?? (asks ? await askUsername() : 'admin');
      const { source, file } = await databaseOf(choice);
      const variable = file === undefined ? variableOf(choice.address, project.environment) : undefined;
      const { parts, leftOut, fit } = await readModels(project, choice, source);
      for (const line of leftOut) console.log(`Left out: ${line}`);
      writeFileSync(join(folder, config), configText({ opens: source.dialect, file, variable, models: parts }));
      console.log(`Wrote ${config}.`);
      writeAround(project, { GRIMOIRE_SECRET: randomBytes(48).toString('base64url'), ...addressVariable(choice, variable) });
      if (fit.failure !== undefined) throw afterFailure(fit.failure);
      // The config of a schema starts only when its tables are there.
      await prepare(fit.isEmpty ? new Admin({ database: source, models: [] }) : await loadAdmin({}), username);
      if (fit.isEmpty) sayEmpty(parts, project);
      console.log(`\nOpen the dashboard: ${project.manifest === undefined ? 'npx grimoire serve' : `${project.runs} admin`}`);
    }),
});

/** The name of a config that is to be replaced. Throws if there is one that must not be. */
function existingIn(folder: string, isForced: boolean): string | undefined {
  const existing = usualConfigs.find((name) => existsSync(join(folder, name)));
  if (existing !== undefined && !isForced) throw new UsageError(`${existing} exists. Remove it, or replace it with --force.`);
  return existing;
}

async function askUsername(): Promise<string> {
  const answer = await text({ message: 'Username of the first account', initialValue: 'admin' });
  if (isCancel(answer) || !answer) throw new UsageError('Nothing was changed.');
  return answer;
}

/** The database of a choice; the example is created first. */
async function databaseOf({ address, isExample }: Choice): Promise<ReturnType<typeof addressed>> {
  const database = addressed(address);
  if (isExample) {
    await createExample(database.source).catch((error: unknown) => {
      rmSync(address, { force: true });
      throw error;
    });
    console.log(`Wrote ${address}, an example with two tables.`);
  } else if (database.file !== undefined && !existsSync(database.file)) {
    throw new UsageError(`There is no file ${database.file}. Create the database first, by your migrations.`);
  }
  return database;
}

/** A config names a file itself; an address with a password stays in the environment. */
function addressVariable({ address }: Choice, variable: string | undefined): Readonly<Record<string, string>> {
  if (variable === undefined) return {};
  process.env[variable] = address;
  return { [variable]: address };
}

/** Creates the service's own tables and the first account. */
async function prepare(admin: Admin, username: string): Promise<void> {
  try {
    const { applied } = await admin.operations.migrate();
    console.log(applied.length === 0 ? 'The own tables are up to date.' : `Created the own tables, beside those of ${admin.description}.`);
    const owner = await makeOwner(admin, username);
    if (owner === null) console.log('There is an account already; no other was made.');
    else if (owner.generated === undefined) console.log(`Superuser "${owner.username}" made, with the password of GRIMOIRE_PASSWORD.`);
    else console.log(`Superuser "${owner.username}" made. Password, shown only now: ${owner.generated}`);
  } finally {
    await admin.close();
  }
}

/** What follows from a database without tables. */
function sayEmpty({ kind }: ModelParts, { runs, manifest }: Project): void {
  const command = manifest === undefined ? 'npx grimoire migrate' : `${runs} admin:migrate`;
  console.log(
    kind === 'live'
      ? 'The database has no tables yet: they are served from the next start after your migrations.'
      : `The database has none of the tables of the schema yet. Create them by your migrations, then run: ${command}`,
  );
}

/** The error of a database that could not be prepared, with what is to be done when it answers. */
function afterFailure(error: unknown): unknown {
  const mistake = error instanceof ConfigurationError ? null : mistakeOf(error);
  if (mistake === null) return error;
  return new UsageError(
    `${mistake}\nThe files are written. When the database answers: npx grimoire migrate, then npx grimoire create-superuser`,
  );
}
