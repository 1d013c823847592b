import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
import { addScripts, addVariables, type Edited, ignoreEnvironment } from './edits.ts';
import { createExample } from './example.ts';
import { makeOwner } from './owner.ts';
import { type Project, readProject } from './project.ts';
import { readModels } from './read-models.ts';
import { uiTemplate } from './ui-template.ts';
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

const scripts = { admin: 'grimoire serve', 'admin:migrate': 'grimoire migrate' };

/** Adds scripts to `package.json`, variables to `.env`, and `.env` to `.gitignore`; says what it has changed. Sets the added variables. */
function writeAround(project: Project, variables: Readonly<Record<string, string>>): void {
  const { folder, manifest } = project;
  if (manifest === undefined) console.log('There is no package.json: no script was added.');
  else edit(folder, 'package.json', { ...addScripts(manifest, scripts), what: 'the script' });
  edit(folder, '.gitignore', { ...ignoreEnvironment(read(folder, '.gitignore')), what: 'the line' });
  const added = addVariables(read(folder, '.env'), new Set(Object.keys(project.environment)), variables);
  edit(folder, '.env', { ...added, what: 'the variable' });
  for (const name of added.added) process.env[name] ??= variables[name] ?? '';
}

function read(folder: string, name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function edit(folder: string, name: string, { text: edited, added, what }: Edited & { readonly what: string }): void {
  if (added.length === 0) return;
  // A new `.env` contains secrets.
  writeFileSync(join(folder, name), edited, name === '.env' ? { mode: 0o600 } : {});
  console.log(`${name}: added ${what}${added.length === 1 ? '' : 's'} ${added.join(', ')}.`);
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

/** The folder of a new extension of the dashboard, in that of the project. */
const uiFolder = 'admin-ui';

/** Writes an extension of the dashboard to begin with. Throws a `UsageError` if its folder is there. */
function writeUi(folder: string): void {
  if (existsSync(join(folder, uiFolder))) throw new UsageError(`${uiFolder} exists. Remove it, or extend it as it is.`);
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  for (const [path, content] of Object.entries(uiTemplate(version))) {
    const file = join(folder, uiFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  console.log(`Wrote ${uiFolder}, an extension of the dashboard with a page and a cell.

Name its build in the config: dashboard: { extension: '${uiFolder}/dist/admin-ui' }
Build it: cd ${uiFolder} && npm install && npm run build
Develop it, with the service at http://localhost:8000: npm run dev`);
}
