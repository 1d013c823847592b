import { readFileSync } from 'node:fs';
import { defineCommand, runMain } from 'citty';
import { checkOptions } from './check-options.ts';
import { readEnvironmentFile } from './environment.ts';
import { changePassword, createSuperuser } from './staff-commands.ts';
import { initCommand } from './init/init-command.ts';
import { dumpSchema, migrateCommand, openApiCommand, syncActionsCommand } from './model-commands.ts';
import { pullCommand } from './pull/pull-command.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { hideKnownWarnings } from './warnings.ts';

const commands = {
  init: initCommand,
  serve,
  migrate: migrateCommand,
  'sync-admin-actions': syncActionsCommand,
  sync_admin_actions: syncActionsCommand,
  'create-superuser': createSuperuser,
  'change-password': changePassword,
  pull: pullCommand,
  'dump-schema': dumpSchema,
  openapi: openApiCommand,
};

function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}

const main = defineCommand({
  meta: { name: 'grimoire', description: 'An admin backend over your database', version: ownVersion() },
  subCommands: commands,
});

hideKnownWarnings();
await run(async () => {
  checkOptions(process.argv.slice(2), commands);
  readEnvironmentFile();
});
if (process.exitCode === undefined) await runMain(main);
