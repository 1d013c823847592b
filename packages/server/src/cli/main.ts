import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { defineCommand, renderUsage, runMain } from 'citty';
import { checkOptions } from './check-options.ts';
import { commands } from './commands.ts';
import { readEnvironmentFiles } from './environment.ts';
import { requireOutput } from './output.ts';
import { run } from './run.ts';

/** An example of each command, for its help. */
const examples: Readonly<Record<string, string>> = {
  init: 'grimoire init --yes',
  eject: 'grimoire eject sales.Order list',
  serve: 'grimoire serve --database sqlite:shop.sqlite --migrate',
  migrate: 'grimoire migrate --sql > grimoire.sql',
  'sync-admin-actions': 'grimoire sync-admin-actions --check',
  'create-superuser': "GRIMOIRE_PASSWORD='a long password' grimoire create-superuser --username ada",
  'change-password': "GRIMOIRE_PASSWORD='a long password' grimoire change-password --username ada",
  'link-staff': 'grimoire link-staff --match email',
  pull: 'grimoire pull postgres://localhost/shop -o grimoire.tables.ts',
  'dump-schema': 'grimoire dump-schema -o schema.json',
  openapi: 'grimoire openapi --models shop.Order -o openapi.json',
  check: 'grimoire check --json',
  doctor: 'grimoire doctor --rows 100000',
  prune: 'grimoire prune --json',
  completion: 'source <(grimoire completion bash)',
};

function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}

/** Warnings of Node that the user of a command can do nothing about. */
function isKnownWarning(warning: Error): boolean {
  // A `package.json` without `type`, as older versions of `npm init` write it; and Node 22 calls its SQLite experimental.
  const isFormat = (warning as { readonly code?: unknown }).code === 'MODULE_TYPELESS_PACKAGE_JSON';
  return isFormat || (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite '));
}

/** From now on, the process prints no such warning; others are printed as before. */
function hideKnownWarnings(): void {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (!isKnownWarning(warning)) for (const print of printers) print(warning);
  });
}

const main = defineCommand({
  meta: { name: 'grimoire', description: 'An admin backend over your database', version: ownVersion() },
  subCommands: commands,
});

hideKnownWarnings();
requireOutput();
await run(async () => {
  await checkOptions(process.argv.slice(2), commands);
  readEnvironmentFiles();
});
if (process.exitCode === undefined) {
  await runMain(main, {
    async showUsage(command, parent) {
      const { name = '' } = (await command.meta) as { readonly name?: string };
      const example = examples[name];
      const usage = await renderUsage(command, parent);
      const isColored = process.stdout.isTTY && process.stdout.hasColors();
      console.log(`${isColored ? usage : stripVTControlCharacters(usage)}${example === undefined ? '' : `\nEXAMPLE\n\n  ${example}\n`}`);
    },
  });
}
