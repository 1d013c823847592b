import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCancel, text } from '@clack/prompts';
import { type BooleanArgDef, type CommandDef, defineCommand, type PositionalArgDef, type StringArgDef } from 'citty';
import { usualConfigs } from '../config-file.ts';
import { addressed } from '../database-address.ts';
import { loadAdmin } from '../load-admin.ts';
import { run } from '../run.ts';
import { UsageError } from '../usage-error.ts';
import { type Choice, choose } from './choice.ts';
import { configText, type ModelParts } from './config-text.ts';
import { drizzleFiles } from './drizzle-schema.ts';
import { variableOf } from './database-signs.ts';
import { createExample } from './example.ts';
import { makeOwner } from './owner.ts';
import { type Project, readProject } from './project.ts';
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
      const models = await modelsOf(project, choice);
      writeFileSync(join(folder, config), configText({ opens: source.dialect, file, variable, app: 'main', models }));
      console.log(`Wrote ${config}.`);
      writeAround(project, { GRIMOIRE_SECRET: randomBytes(48).toString('base64url'), ...addressVariable(choice, variable) });
      await prepare(username);
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
  const found = addressed(address);
  if (isExample) {
    await createExample(found.source).catch((error: unknown) => {
      rmSync(address, { force: true });
      throw error;
    });
    console.log(`Wrote ${address}, an example with two tables.`);
  } else if (found.file !== undefined && !existsSync(found.file)) {
    throw new UsageError(`There is no file ${found.file}. Create the database first, by your migrations.`);
  }
  return found;
}

/** A config names a file itself; an address with a password stays in the environment. */
function addressVariable({ address }: Choice, variable: string | undefined): Readonly<Record<string, string>> {
  if (variable === undefined) return {};
  process.env[variable] = address;
  return { [variable]: address };
}

async function modelsOf(project: Project, { origin }: Choice): Promise<ModelParts> {
  const { prisma, drizzle } = project;
  if (origin === 'prisma' && prisma) {
    const { client } = prisma;
    const isFile = client?.startsWith('.') === true;
    return { kind: 'prisma', path: prisma.path, client: isFile ? `${client}${project.importEnd}` : client };
  }
  return origin === 'drizzle' && drizzle ? { kind: 'drizzle', files: await drizzleFiles(project, drizzle.schema) } : { kind: 'live' };
}

/** Creates the service's own tables and the first account. */
async function prepare(username: string): Promise<void> {
  const admin = await loadAdmin({});
  try {
    const { applied } = await admin.migrate();
    console.log(applied.length === 0 ? 'The own tables are up to date.' : `Created the own tables, beside those of ${admin.description}.`);
    const owner = await makeOwner(admin, username);
    if (owner === null) console.log('There is an account already; no other was made.');
    else if (owner.generated === undefined) console.log(`Superuser "${owner.username}" made, with the password of GRIMOIRE_PASSWORD.`);
    else console.log(`Superuser "${owner.username}" made. Password, shown only now: ${owner.generated}`);
  } finally {
    await admin.close();
  }
}
