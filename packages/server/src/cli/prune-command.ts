import { type BooleanArgDef, type CommandDef, defineCommand } from 'citty';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { jsonArg, printDocument } from './output.ts';
import { run } from './run.ts';

type PruneArgs = AdminArgs & { readonly json: BooleanArgDef };

/** Deletes what has expired in the service's own tables, for a nightly job. */
export const pruneCommand: CommandDef<PruneArgs> = defineCommand({
  args: { ...adminArgs, json: jsonArg },
  run: ({ args }) =>
    run(async () => {
      const admin = await loadAdmin(args);
      try {
        const { signIns, idempotencyKeys, loginAttempts, changedRows, previews } = await admin.operations.prune();
        const pruned = {
          sign_ins: signIns,
          idempotency_keys: idempotencyKeys,
          login_attempts: loginAttempts,
          changed_rows: changedRows,
          previews,
        };
        if (args.json) return printDocument(pruned, undefined);
        console.log(
          `Deleted: ${signIns} sign-ins, ${idempotencyKeys} idempotency keys, ${loginAttempts} failed logins, values of ${changedRows} changed rows, ${previews} tokens of dry runs.`,
        );
      } finally {
        await admin.close();
      }
    }),
});
