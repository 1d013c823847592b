import { writeFileSync } from 'node:fs';
import { caseNames, findCases } from './cases.ts';
import { startChild } from './child-process.ts';
import { startDatabase } from './databases.ts';
import type { FloorSetup } from './known-pages.ts';
import { type CaseResult, measure } from './measure.ts';
import { type Dialect, type Options, readOptions } from './options.ts';
import { benchExport, exportCase, type ExportResult } from './export.ts';
import { journalTable, markdownTables, scaleTable, textTables } from './report.ts';
import { benchJournal } from './journal/run.ts';
import { benchScale } from './scale/run.ts';
import { requireSameBytes } from './same-bytes.ts';
import { logIn } from './service-client.ts';

/** Runs a job and ends all that it started, also where it fails or the run is interrupted. */
async function withResources<T>(job: (resources: AsyncDisposableStack) => Promise<T>): Promise<T> {
  await using resources = new AsyncDisposableStack();
  let ending: Promise<void> | undefined;
  const interrupt = (): void => {
    ending ??= resources.disposeAsync().finally(() => process.exit(130));
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await job(resources);
  } finally {
    // An interrupted job fails, and must not end the process before all is ended.
    await ending;
    for (const signal of signals) process.off(signal, interrupt);
  }
}

async function benchDialect(dialect: Dialect, options: Options, resources: AsyncDisposableStack): Promise<CaseResult[]> {
  const stop = ({ stop: end }: { stop(): Promise<void> }): Promise<void> => end();
  say(`${dialect}: filling the database`);
  const { address } = resources.adopt(await startDatabase(dialect), stop);
  const profile = options.profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profileFolder}`];
  const service = resources.adopt(await startChild(new URL('./service.ts', import.meta.url), { dialect, address }, profile), stop);
  const token = await logIn(service.origin);
  const { cases, pages } = await findCases(service.origin, token);
  const floorSetup: FloorSetup = { dialect, address, pages };
  const floor = resources.adopt(await startChild(new URL('./floor.ts', import.meta.url), floorSetup), stop);
  const wanted = cases.filter(({ name }) => name.includes(options.caseText));
  for (const one of wanted) await requireSameBytes({ floor: floor.origin, service: service.origin, token }, one);
  const results: CaseResult[] = [];
  for (const one of wanted) {
    say(`${dialect}: ${one.name}`);
    results.push(await measure({ floor, service, token }, one, { dialect, seconds: options.seconds }));
  }
  return results;
}

/** Progress goes where it does not mix with the results. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function compareScales(orders: number, { dialects, seconds, caseText, isMarkdown }: Options): Promise<void> {
  for (const dialect of dialects) {
    const results = await withResources((resources) => benchScale({ dialect, orders, seconds, caseText }, resources, say));
    process.stdout.write(`${scaleTable(results, orders, isMarkdown)}\n\n`);
  }
}

async function measureJournal({ dialects, seconds, caseText, isMarkdown }: Options): Promise<void> {
  for (const dialect of dialects) {
    const results = await withResources((resources) => benchJournal({ dialect, seconds, caseText }, resources, say));
    process.stdout.write(`${journalTable(results, isMarkdown)}\n\n`);
  }
}

async function compareWithFloor(options: Options): Promise<void> {
  const results: CaseResult[] = [];
  const isWanted = Object.values(caseNames).some((name) => name.includes(options.caseText));
  for (const dialect of isWanted ? options.dialects : [])
    results.push(...(await withResources((resources) => benchDialect(dialect, options, resources))));
  const exports: ExportResult[] = [];
  if (exportCase.includes(options.caseText)) {
    for (const dialect of options.dialects) {
      say(`${dialect}: ${exportCase}`);
      exports.push(await withResources((resources) => benchExport(dialect, resources)));
    }
  }
  if (results.length + exports.length === 0) throw new Error(`No case has "${options.caseText}" in its name.`);
  process.stdout.write(`${options.isMarkdown ? markdownTables({ cases: results, exports }) : textTables({ cases: results, exports })}\n`);
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify({ cases: results, exports }, null, 2)}\n`);
}

const options = readOptions(process.argv.slice(2));
if (options.isJournal) await measureJournal(options);
else await (options.scale === undefined ? compareWithFloor(options) : compareScales(options.scale, options));
