import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import type { Diagnosis } from '@grimoire/protocol';
import { sizeText } from '../databases/size-text.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { jsonArg, printDocument } from './output.ts';
import { run } from './run.ts';
import { UsageError } from './usage-error.ts';

type DoctorArgs = AdminArgs & { readonly json: BooleanArgDef; readonly rows: StringArgDef };

const rowsArg: StringArgDef = { type: 'string', description: 'Rows from which a table is examined (default: 10000)', valueHint: 'NUMBER' };

/** Asks the database for its plans of what the config offers. Exit code 1 if something reads a large table from end to end. */
export const doctorCommand: CommandDef<DoctorArgs> = defineCommand({
  args: {
    ...adminArgs,
    json: jsonArg,
    rows: rowsArg,
  },
  run: ({ args }) =>
    run(async () => {
      const rows = rowsOf(args.rows);
      const admin = await loadAdmin(args);
      try {
        const diagnosis = await admin.operations.diagnose(rows);
        if (args.json) printDocument(diagnosis, undefined);
        else print(admin.description, diagnosis);
        if (diagnosis.unserved.length + diagnosis.advice.length > 0) process.exitCode = 1;
      } finally {
        await admin.close();
      }
    }),
});

function rowsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const rows = Number(text);
  if (!(Number.isInteger(rows) && rows >= 1 && rows <= 1_000_000_000)) throw new UsageError(`"${text}" is no number of rows (--rows).`);
  return rows;
}

function print(description: string, { examined, unserved, advice, journal, notes }: Diagnosis): void {
  console.log(
    `Examined: ${examined.uses} uses of ${examined.tables} large ${examined.tables === 1 ? 'table' : 'tables'} of ${description}`,
  );
  // A note that several problems have in common is printed once.
  const shared = new Set<string>();
  for (const { model, problem, cure, notes: own } of unserved) {
    console.log(`${model}: ${problem}`);
    if (cure !== null) console.log(indented(cure));
    for (const note of own) {
      if (cure === null || note.startsWith('It will take')) console.log(`  -- ${note}`);
      else shared.add(note);
    }
  }
  for (const { problem, cure } of advice) console.log(`${problem}${cure === null ? '' : `\n${indented(cure)}`}`);
  if (unserved.length + advice.length === 0) console.log('No problems.');
  for (const note of [...shared, ...notes]) console.log(`Note: ${note}`);
  if (journal) console.log(journalText(journal));
}

function journalText({ rows, bytes, oldest, keep, models }: NonNullable<Diagnosis['journal']>): string {
  const since = oldest === null ? '' : `, since ${oldest.slice(0, 10)}`;
  const times = [keep, ...Object.entries(models).map(([key, time]) => `${key}: ${time}`)];
  return `Journal: values of ${rows} changed rows, ${sizeText(bytes)}${since}; kept for: ${times.join(', ')}.`;
}

function indented(statements: string): string {
  return statements.replace(/^/gm, '  ');
}
