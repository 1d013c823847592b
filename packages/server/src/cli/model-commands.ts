import { type CommandDef, defineCommand } from 'citty';
import { Policy } from '../authorize/policy.ts';
import { systemActor } from '../model/actor.ts';
import { describeModel } from '../schema/describe-model.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { run } from './run.ts';

export const migrateCommand: CommandDef<AdminArgs> = defineCommand({
  meta: { name: 'migrate', description: "Create or update the service's own tables and the models' permissions" },
  args: adminArgs,
  run: ({ args }) =>
    run(async () => {
      const admin = await loadAdmin(args);
      try {
        const { applied, permissions } = await admin.migrate();
        for (const name of applied) console.log(`Applied ${name}`);
        if (applied.length === 0) console.log('Nothing to apply.');
        console.log(`${permissions} new ${permissions === 1 ? 'permission' : 'permissions'}.`);
      } finally {
        await admin.close();
      }
    }),
});

export const dumpSchema: CommandDef<AdminArgs> = defineCommand({
  meta: { name: 'dump-schema', description: 'Print the schema of every model as JSON, as a superuser sees it' },
  args: adminArgs,
  run: ({ args }) =>
    run(async () => {
      const admin = await loadAdmin(args);
      try {
        const registry = await admin.registry();
        const policy = new Policy(systemActor, registry);
        const schemas = Object.fromEntries(registry.models.map((model) => [model.key, describeModel(model, policy)]));
        console.log(JSON.stringify(schemas, null, 2));
      } finally {
        await admin.close();
      }
    }),
});
