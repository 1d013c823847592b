import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import type { Admin } from '../admin/admin.ts';
import { ConfigurationError, type Problem } from '../model/build/checks.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { mistakeOf } from './mistakes.ts';
import { jsonArg, printDocument } from './output.ts';
import { run } from './run.ts';
import { type LanguageTag, languageTags } from '../texts/catalogues.ts';
import { UsageError } from './usage-error.ts';

type CheckArgs = AdminArgs & Readonly<Record<'json' | 'strict', BooleanArgDef>> & { readonly language: StringArgDef };

/** The result of the checks. Problems stop a start, the rest does not. */
interface Report {
  readonly ok: boolean;
  readonly problems: readonly (Problem | { readonly message: string })[];
  /** Permissions of models and actions that `grimoire migrate` and `grimoire sync-admin-actions` would create. */
  readonly missing_permissions: readonly string[];
  readonly notes: readonly string[];
  readonly left_out: readonly string[];
  /** With `--language`: the texts of the config that have no translation into it. */
  readonly untranslated?: readonly string[];
}

const strictArg: BooleanArgDef = { type: 'boolean', description: 'Fail also because of notes and of what is left out', default: false };

const languageArg: StringArgDef = {
  type: 'string',
  description: 'Also print what the config does not name in this language, such as de',
};

/** Runs every check of a start without serving, for CI. */
export const checkCommand: CommandDef<CheckArgs> = defineCommand({
  args: {
    ...adminArgs,
    json: jsonArg,
    strict: strictArg,
    language: languageArg,
  },
  run: ({ args }) =>
    run(async () => {
      let admin: Admin | undefined;
      const load = async (): Promise<Admin> => (admin = await loadAdmin(args));
      try {
        const report = await checked(load, languageOf(args.language));
        if (!args.json && admin) console.log(`Checked: ${admin.description}`);
        if (args.json) printDocument(report, undefined);
        else printReport(report);
        const hasRemarks = report.notes.length + report.left_out.length + (report.untranslated?.length ?? 0) > 0;
        if (!report.ok || (args.strict && hasRemarks)) process.exitCode = 1;
      } finally {
        await admin?.close();
      }
    }),
});

function languageOf(given: string | undefined): LanguageTag | undefined {
  const language = languageTags.find((tag) => tag === given);
  if (given !== undefined && language === undefined)
    throw new UsageError(`There is no language "${given}". There are ${languageTags.join(', ')}.`);
  return language;
}

async function checked(load: () => Promise<Admin>, language: LanguageTag | undefined): Promise<Report> {
  try {
    const admin = await load();
    const notes = [...(await admin.operations.notes())];
    await admin.ready();
    const { created } = await admin.operations.syncAdminActions({ check: true });
    const permissions = await admin.operations.checkPermissions();
    const missing = [...permissions.missing, ...created];
    notes.push(...permissions.withoutModel);
    const untranslated = language && { untranslated: await admin.operations.untranslated(language) };
    return {
      ok: missing.length === 0,
      problems: [],
      missing_permissions: missing,
      notes,
      left_out: await admin.operations.leftOut(),
      ...untranslated,
    };
  } catch (error) {
    const failed = { ok: false, missing_permissions: [], notes: [], left_out: [] };
    if (error instanceof ConfigurationError) return { ...failed, problems: error.problems };
    const message = mistakeOf(error);
    if (message === null) throw error;
    return { ...failed, problems: [{ message }] };
  }
}

function printReport({ ok, problems, missing_permissions: missing, notes, left_out: leftOut, untranslated = [] }: Report): void {
  for (const problem of problems) {
    const isOfConfig = 'id' in problem;
    console.error(isOfConfig ? `${problem.id} ${problem.place}: ${problem.message} ${problem.cure}` : problem.message);
  }
  for (const permission of missing) console.error(`Missing permission: ${permission}`);
  if (missing.length > 0)
    console.error('"grimoire migrate" creates permissions of models, "grimoire sync-admin-actions" those of actions.');
  for (const note of notes) console.log(`Note: ${note}`);
  for (const sentence of leftOut) console.log(`Left out: ${sentence}`);
  for (const text of untranslated) console.log(`Not translated: ${text}`);
  if (ok) console.log('No problems.');
}
