import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import { Policy } from '../authorize/policy.ts';
import { systemActor } from '../model/actor.ts';
import { describeModel } from '../schema/describe-model.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { jsonArg, outputArg, printDocument } from './output.ts';
import { run } from './run.ts';
import { UsageError } from './usage-error.ts';

type MigrateArgs = AdminArgs & { readonly sql: BooleanArgDef; readonly role: StringArgDef; readonly json: BooleanArgDef };

const migrateArgs: MigrateArgs = {
  ...adminArgs,
  sql: { type: 'boolean', description: 'Change nothing; print the SQL, for an administrator of the database', default: false },
  role: { type: 'string', description: 'With --sql: the database role of the service (default: the current one)', valueHint: 'ROLE' },
  json: jsonArg,
};

export const migrateCommand: CommandDef<MigrateArgs> = defineCommand({
  args: migrateArgs,
  run: ({ args }) =>
    run(async () => {
      const admin = await loadAdmin(args);
      try {
        if (args.role !== undefined && !args.sql) throw new UsageError('--role goes with --sql.');
        if (args.sql) return printScript(await admin.operations.migrationScript(args.role));
        const { applied, permissions } = await admin.operations.migrate();
        if (args.json) return printDocument({ applied, permissions }, undefined);
        for (const name of applied) console.log(`Applied ${name}`);
        if (applied.length === 0) console.log('Nothing to apply.');
        console.log(`${permissions} new ${permissions === 1 ? 'permission' : 'permissions'}.`);
        const { created: missing } = await admin.operations.syncAdminActions({ check: true });
        if (missing.length > 0)
          console.log(`Missing permissions of actions: ${missing.length}. "grimoire sync-admin-actions" creates them.`);
      } finally {
        await admin.close();
      }
    }),
});

/** The statements as one transaction; a comment if there are none. */
function printScript(statements: readonly string[]): void {
  if (statements.length === 0) return console.log('-- Nothing to apply.');
  const body = statements.map((statement) => `${statement};`);
  console.log(['BEGIN;', ...body, 'COMMIT;'].join('\n'));
}

type SyncArgs = AdminArgs & {
  readonly check: BooleanArgDef;
  readonly prune: BooleanArgDef;
  readonly yes: BooleanArgDef;
  readonly json: BooleanArgDef;
};

const syncArgs: SyncArgs = {
  ...adminArgs,
  check: { type: 'boolean', description: 'Change nothing; fail where one is missing', default: false },
  prune: { type: 'boolean', description: 'List the permissions whose action is gone', default: false },
  yes: { type: 'boolean', description: 'With --prune: remove them, also from the users and groups that hold them', default: false },
  json: jsonArg,
};

/** Also spelled `sync_admin_actions` (CONTRACT §7). */
export const syncActionsCommand: CommandDef<SyncArgs> = defineCommand({
  args: syncArgs,
  run: ({ args }) =>
    run(async () => {
      if (args.yes && !args.prune) throw new UsageError('--yes goes with --prune.');
      if (args.check && args.prune) throw new UsageError('Give --check or --prune, not both.');
      const admin = await loadAdmin(args);
      try {
        const { created, stale } = await admin.operations.syncAdminActions({ check: args.check, prune: args.yes });
        if (args.json) {
          printDocument({ created, stale }, undefined);
          if (args.check && created.length > 0) process.exitCode = 1;
          return;
        }
        for (const permission of created) console.log(`${args.check ? 'Missing' : 'Created'} ${permission}`);
        if (args.prune) for (const permission of stale) console.log(`${args.yes ? 'Removed' : 'Its action is gone:'} ${permission}`);
        if (args.prune && !args.yes && stale.length > 0) console.log('To remove them: --prune --yes.');
        const count = `${created.length} ${created.length === 1 ? 'permission' : 'permissions'}`;
        if (args.check && created.length > 0) throw new UsageError(`${count} missing. Run "grimoire sync-admin-actions".`);
        console.log(args.check ? 'Every action has its permission.' : `${count} created.`);
      } finally {
        await admin.close();
      }
    }),
});

type OpenApiArgs = AdminArgs & Readonly<Record<'models' | 'output', StringArgDef>>;

const openApiArgs: OpenApiArgs = {
  ...adminArgs,
  models: { type: 'string', description: 'Only these models, separated by commas; all of them by default', valueHint: 'KEY,…' },
  output: outputArg,
};

function modelsOf(text: string | undefined): { readonly models?: readonly string[] } {
  return text === undefined ? {} : { models: text.split(',').map((key) => key.trim()) };
}

export const openApiCommand: CommandDef<OpenApiArgs> = defineCommand({
  args: openApiArgs,
  run: ({ args }) =>
    run(async () => {
      const admin = await loadAdmin(args);
      try {
        printDocument(await admin.operations.openApi(modelsOf(args.models)), args.output);
      } finally {
        await admin.close();
      }
    }),
});

type DumpArgs = AdminArgs & { readonly output: StringArgDef };

export const dumpSchema: CommandDef<DumpArgs> = defineCommand({
  args: { ...adminArgs, output: outputArg },
  run: ({ args }) =>
    run(async () => {
      const admin = await loadAdmin(args);
      try {
        const registry = await admin.operations.registry();
        const policy = new Policy(systemActor, registry);
        const schemas = Object.fromEntries(registry.models.map((model) => [model.key, describeModel(model, policy)]));
        printDocument(schemas, args.output);
      } finally {
        await admin.close();
      }
    }),
});
