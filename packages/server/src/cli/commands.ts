import { type ArgsDef, type CommandDef, defineCommand, type SubCommandsDef } from 'citty';
import { completionCommand } from './completion.ts';
import type { Commands } from './check-options.ts';

/** What the help says of a command. */
interface About {
  readonly name: string;
  readonly description: string;
}

/** A command whose modules are loaded when its options are asked for, or when it runs. */
function loaded<T extends ArgsDef>(about: About, load: () => Promise<CommandDef<T>>): CommandDef<T> {
  return defineCommand<T>({
    meta: about,
    args: async () => {
      const { args } = await load();
      return (typeof args === 'function' ? args() : args) ?? ({} as T);
    },
    run: async (context) => (await load()).run?.(context),
  });
}

const syncActions = loaded(
  { name: 'sync-admin-actions', description: 'Create the permissions of the declared actions' },
  async () => (await import('./model-commands.ts')).syncActionsCommand,
);

/** All commands. */
export const commands: Commands & SubCommandsDef = {
  init: loaded(
    { name: 'init', description: 'Set up an admin for the project in this folder' },
    async () => (await import('./init/init-command.ts')).initCommand,
  ),
  eject: loaded(
    { name: 'eject', description: 'Write the list of a model into the extension of the dashboard, to change it there' },
    async () => (await import('./eject-command.ts')).ejectCommand,
  ),
  serve: loaded(
    { name: 'serve', description: 'Serve the API of a config, or of a database without one' },
    async () => (await import('./serve.ts')).serve,
  ),
  migrate: loaded(
    { name: 'migrate', description: "Create or update the service's own tables and the models' permissions" },
    async () => (await import('./model-commands.ts')).migrateCommand,
  ),
  'sync-admin-actions': syncActions,
  sync_admin_actions: syncActions,
  'create-superuser': loaded(
    { name: 'create-superuser', description: 'Make a user who may do everything' },
    async () => (await import('./staff-commands.ts')).createSuperuser,
  ),
  'change-password': loaded(
    { name: 'change-password', description: "Set a user's password; tokens made under the old one end" },
    async () => (await import('./staff-commands.ts')).changePassword,
  ),
  'link-staff': loaded(
    { name: 'link-staff', description: "Say which row of the application's users a user is" },
    async () => (await import('./link-staff.ts')).linkStaff,
  ),
  pull: loaded(
    { name: 'pull', description: 'Write the names and types of the tables of a database as a TypeScript module' },
    async () => (await import('./pull/pull-command.ts')).pullCommand,
  ),
  'dump-schema': loaded(
    { name: 'dump-schema', description: 'Print the schema of every model as JSON, as a superuser sees it' },
    async () => (await import('./model-commands.ts')).dumpSchema,
  ),
  openapi: loaded(
    { name: 'openapi', description: 'Print the OpenAPI document, as a superuser sees it' },
    async () => (await import('./model-commands.ts')).openApiCommand,
  ),
  check: loaded(
    { name: 'check', description: 'Check the config, the database and the own tables as a start does, and serve nothing' },
    async () => (await import('./check-command.ts')).checkCommand,
  ),
  doctor: loaded(
    { name: 'doctor', description: 'Say which lists, filters, sorts, searches and links no index serves, and which index would' },
    async () => (await import('./doctor-command.ts')).doctorCommand,
  ),
  prune: loaded(
    {
      name: 'prune',
      description:
        'Delete what has expired: sign-ins, outcomes of idempotent requests, failed logins, values of old changes; never the audit log',
    },
    async () => (await import('./prune-command.ts')).pruneCommand,
  ),
  completion: completionCommand(() => commands),
};
