import { defineCommand, runMain } from 'citty';
import { changePassword, createSuperuser } from './staff-commands.ts';
import { dumpSchema, migrateCommand, openApiCommand, syncActionsCommand } from './model-commands.ts';
import { serve } from './serve.ts';

const main = defineCommand({
  meta: { name: 'grimoire', description: 'An admin backend over your database' },
  subCommands: {
    serve,
    migrate: migrateCommand,
    'sync-admin-actions': syncActionsCommand,
    sync_admin_actions: syncActionsCommand,
    'create-superuser': createSuperuser,
    'change-password': changePassword,
    'dump-schema': dumpSchema,
    openapi: openApiCommand,
  },
});

await runMain(main);
