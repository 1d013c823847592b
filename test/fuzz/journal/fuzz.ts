import { ConfigurationError, defineAdmin } from 'grimoire';
import { pino } from 'pino';
import { createTestDatabase, type Dialect, type TestDatabase } from '../../support/databases.ts';
import { judge } from '../../support/journal-oracle.ts';
import { addUser, type Answer, type Client, clientOf, password } from '../../support/service.ts';
import { Dice } from '../dice.ts';
import { type Host, modelsOf, type PresentKeys, requestOf } from './requests.ts';
import { type FuzzWorld, named, worldOf } from './world.ts';

/** What a run does. */
export interface JournalFuzz {
  readonly dialect: Dialect;
  /** The seed of the first world; that of the next one is greater by one. */
  readonly seed: number;
  readonly requests: number;
  readonly perWorld: number;
  /** The address of a PostgreSQL; that of the test run by default. */
  readonly server?: string | undefined;
}

/** What a run has found. */
export interface JournalReport {
  requests: number;
  worlds: number;
  /** Requests that changed rows, rows that they changed, and requests whose set names a gap. */
  changing: number;
  rows: number;
  withGaps: number;
  /** Sets that name a gap although they have all rows. */
  needless: number;
  refusedWorlds: number;
  readonly failures: Map<number, number>;
  readonly problems: string[];
  /** What was logged since the last request. */
  readonly log: string[];
}

/** Sends random requests in random worlds, and compares the journal with what became of all tables. */
export async function fuzzJournal({ dialect, seed, requests, perWorld, server }: JournalFuzz): Promise<JournalReport> {
  const report: JournalReport = {
    requests: 0,
    worlds: 0,
    changing: 0,
    rows: 0,
    withGaps: 0,
    needless: 0,
    refusedWorlds: 0,
    failures: new Map(),
    problems: [],
    log: [],
  };
  for (let world = 0; report.requests < requests; world++) {
    const database = await createTestDatabase(dialect, server);
    try {
      await play(database, seed + world, Math.min(perWorld, requests - report.requests), report);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw new Error(`The world ${seed + world} fails.`, { cause: error });
      report.refusedWorlds += 1;
    } finally {
      await database.close();
    }
  }
  return report;
}

async function play(database: TestDatabase, seed: number, requests: number, report: JournalReport): Promise<void> {
  const world = worldOf(database.dialect, seed);
  const dice = new Dice(seed + 7);
  const host: Host = { hook: undefined, run: undefined, values: {}, failing: 0 };
  await database.execute(world.setup);
  for (const trigger of world.triggers) await database.execute(trigger);
  const admin = defineAdmin({
    database: database.source({ processes: false }),
    models: modelsOf(world, host),
    settings: {
      logger: pino({ level: 'error' }, { write: (line: string) => void report.log.push(line) }),
      tokenLifetimes: { access: 24 * 3600 },
    },
  });
  try {
    await admin.operations.migrate();
    await admin.ready();
    await addUser(database, { username: 'root', isSuperuser: true });
    const { body } = await clientOf(admin, null).post('/auth/login/', { username: 'root', password });
    const root = clientOf(admin, String(body.access));
    report.worlds += 1;
    for (let place = 0; place < requests; place++) {
      const [what, send] = requestOf(dice, world, host, await keysOf(database, world));
      const problems = await step(database, { root, hasLinks: world.link !== undefined }, send, report);
      for (const problem of problems) report.problems.push(`${world.dialect}, world ${seed}, request ${place + 1} (${what}): ${problem}`);
    }
  } finally {
    await admin.close();
  }
}

async function keysOf(database: TestDatabase, { tables }: FuzzWorld): Promise<PresentKeys> {
  const keys = new Map<string, readonly (readonly (string | number)[])[]>();
  for (const { name, key } of tables) {
    const rows =
      key.length === 0 ? [] : await database.query(`SELECT ${key.map((column) => named(column.name)).join(', ')} FROM ${named(name)}`);
    keys.set(
      name,
      rows.map((row) => Object.values(row) as (string | number)[]),
    );
  }
  return keys;
}

/** What the statements of the host's code may end with. */
const errorsOfHost =
  /not this one|too large|constraint|violates|duplicate key|out of range|cannot affect row a second time|non-DEFAULT value|generated column/i;

async function step(
  database: TestDatabase,
  { root, hasLinks }: { readonly root: Client; readonly hasLinks: boolean },
  send: (root: Client) => Promise<Answer>,
  report: JournalReport,
): Promise<string[]> {
  let answer: Answer | undefined;
  const found = await judge(database, async () => {
    answer = await send(root);
    return answer.headers.get('x-change-set');
  });
  report.requests += 1;
  if (!answer) return ['There is no answer.'];
  const { status } = answer;
  report.failures.set(status, (report.failures.get(status) ?? 0) + 1);
  if (found.changes.length > 0) report.changing += 1;
  report.rows += found.changes.length;
  if (found.gaps.length > 0) report.withGaps += 1;
  if (found.gaps.some((table) => !found.differing.includes(table))) report.needless += 1;
  const problems = found.silent.map((table) => `${table} is silent, ${status}: ${found.explain(table)}`);
  if (status >= 300 && found.changes.length > 0) problems.push(`${status} has changed rows: ${answer.text.slice(0, 300)}`);
  const log = report.log.splice(0).filter((line) => !errorsOfHost.test(line));
  if (status >= 500 && status !== 503 && log.length > 0) problems.push(`${status}: ${log.join().slice(0, 1500)}`);
  return [...problems, ...(await readProblems(root, answer, hasLinks))];
}

/** The answers about the change set are there, and count its rows. */
async function readProblems(root: Client, answer: Answer, hasLinks: boolean): Promise<string[]> {
  const set = answer.headers.get('x-change-set');
  if (set === null) return [];
  const [header, rows] = [await root.get(`/changes/${set}/`), await root.get(`/changes/${set}/rows/?page_size=100`)];
  if (header.status !== 200 || rows.status !== 200)
    return [`GET /changes/${set}/ answers ${header.status}, its rows ${rows.status}: ${rows.text.slice(0, 300)}`];
  const { count, other_records: others } = rows.body as { readonly count: number; readonly other_records: number };
  // Links stand in the differences of the rows that they belong to.
  const isWhole = hasLinks ? count + others > 0 || header.body.rows === 0 : count + others === header.body.rows;
  return isWhole ? [] : [`Of ${header.body.rows} rows ${count} are shown, and ${others} are counted.`];
}
