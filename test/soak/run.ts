import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { addUser, password } from '../support/service.ts';
import { makeTickets, ticketRights } from '../support/tickets.ts';
import type { Siege } from './hostile.ts';
import { Person, type Timed, work } from './people.ts';
import { soakAdmin } from './server.ts';

/**
 * `npm run try -- soak --minutes 10`: honest and hostile members of staff at once, on each database, without a restart. It fails
 * where a request is answered by a 5xx other than 503, where honest people are refused or wait too long, or where
 * something does not work afterwards.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, dialect: { type: 'string' } } });
const total = Number(values.minutes) * 60_000;
const honest = 3;

async function makeStaff(database: TestDatabase): Promise<void> {
  const admin = soakAdmin(database.address);
  await admin.operations.migrate();
  await admin.close();
  const rights = ticketRights('s');
  for (let index = 0; index < honest; index++)
    await addUser(database, { username: `honest ${index}`, permissions: rights, groups: ['all'] });
  for (const name of ['hostile 0', 'hostile 1']) await addUser(database, { username: name, permissions: rights, groups: ['all'] });
  await addUser(database, { username: 'root', isSuperuser: true });
}

function serve(address: string): Promise<{ readonly base: string; readonly stop: () => void }> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [address]);
    child.once('message', (port) => resolve({ base: `http://127.0.0.1:${String(port)}/api`, stop: () => void child.kill() }));
    child.once('exit', () => reject(new Error('The service ended.')));
  });
}

function percentile(answers: readonly Timed[], part: number): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Honest people at work, beside hostile ones or alone. @returns what each side was answered. */
async function phase(
  staff: Staff,
  milliseconds: number,
  isMixed: boolean,
): Promise<{ readonly honest: Timed[]; readonly hostile: Timed[] }> {
  const until = Date.now() + milliseconds;
  const [hostile] = await Promise.all([
    isMixed ? besiege({ base: staff.base, until }) : [],
    ...staff.honest.map((person, index) => work(person, until, { first: 2000 + index * 1000, count: 1000 })),
  ]);
  return { honest: staff.honest.flatMap(({ answers }) => answers.splice(0)), hostile };
}

/** Hostile people, in a process of their own. @returns what they were answered. */
function besiege(siege: Siege): Promise<Timed[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('hostile.ts', import.meta.url)), { serialization: 'advanced' });
    child.once('message', (answers) => resolve(answers as Timed[]));
    child.once('exit', () => reject(new Error('The hostile process ended.')));
    child.send(siege);
  });
}

interface Staff {
  readonly base: string;
  readonly honest: readonly Person[];
  readonly root: Person;
}

function staffAt(base: string): Staff {
  const named = (name: string): Person => new Person(base, name, password);
  return { base, honest: Array.from({ length: honest }, (_, index) => named(`honest ${index}`)), root: named('root') };
}

function statuses(answers: readonly Timed[]): string {
  const counts = new Map<string, number>();
  for (const { what, status } of answers) counts.set(`${what} ${status}`, (counts.get(`${what} ${status}`) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}

/** The p99 of each kind of request. */
function kindsOf(answers: readonly Timed[]): string {
  const kinds = [...new Set(answers.map(({ what }) => what))];
  return kinds
    .map(
      (kind) =>
        `${kind} ${percentile(
          answers.filter(({ what }) => what === kind),
          0.99,
        ).toFixed(0)} ms`,
    )
    .join(', ');
}

/** What is wrong with a soak, one sentence each. */
function problemsOf(quiet: readonly Timed[], mixed: { readonly honest: readonly Timed[]; readonly hostile: readonly Timed[] }): string[] {
  const all = [...quiet, ...mixed.honest, ...mixed.hostile];
  const broken = all.filter(({ status }) => status === 0 || (status >= 500 && status !== 503));
  const refused = mixed.honest.filter(({ status }) => status >= 400 && status !== 429);
  const ratio = percentile(mixed.honest, 0.99) / percentile(quiet, 0.99);
  const slow = kindsOf(mixed.honest);
  return [
    ...(broken.length > 0 ? [`${broken.length} answers were a 5xx other than 503, or none: ${statuses(broken)}`] : []),
    ...(refused.length > mixed.honest.length / 1000 ? [`honest people were refused: ${statuses(refused)}`] : []),
    ...(ratio > 5 ? [`honest people waited ${ratio.toFixed(1)} times as long: ${slow}`] : []),
  ];
}

async function soak(database: TestDatabase): Promise<string[]> {
  await makeTickets(database, { count: 20_000, team: 'honest' });
  await makeStaff(database);
  const { base, stop } = await serve(database.address);
  try {
    const staff = staffAt(base);
    await staff.root.signIn();
    await phase(staff, 3000, false);
    const quiet = (await phase(staff, total / 5, false)).honest;
    const mixed = await phase(staff, (total * 4) / 5, true);
    const line = (name: string, answers: readonly Timed[]): string =>
      `  ${name}: ${answers.length} requests, p50 ${percentile(answers, 0.5).toFixed(0)} ms, p99 ${percentile(answers, 0.99).toFixed(0)} ms\n`;
    process.stdout.write(
      `${database.dialect}\n${line('honest, quiet', quiet)}${line('honest, mixed', mixed.honest)}${line('hostile', mixed.hostile)}`,
    );
    process.stdout.write(`  p99 of honest requests, mixed: ${kindsOf(mixed.honest)}\n  hostile answers: ${statuses(mixed.hostile)}\n`);
    return [...problemsOf(quiet, mixed), ...(await afterwards(staff.root))];
  } finally {
    stop();
  }
}

/** Everything works afterwards, without a restart. */
async function afterwards(after: Person): Promise<string[]> {
  const answers = [
    await after.signIn(),
    await after.send('list', 'GET', '/r/s.Ticket/?search=Öl'),
    await after.send('change', 'PATCH', '/r/s.Ticket/7/', { note: 'after' }),
    await after.send('action', 'POST', '/r/s.Ticket/action/slow/', { ids: [7] }),
    await after.send('log', 'GET', '/r/admin.AdminAuditLog/'),
  ];
  return answers.filter(({ status }) => status !== 200).map(({ what, status }) => `afterwards, "${what}" is ${status}`);
}

const server = await startPostgres();
let problems = 0;
try {
  for (const dialect of dialects.filter((name) => values.dialect === undefined || name === values.dialect)) {
    const database = await createTestDatabase(dialect, server.url);
    const found = await soak(database);
    for (const problem of found) process.stdout.write(`  PROBLEM: ${problem}\n`);
    problems += found.length;
    await database.close();
  }
} finally {
  await server.stop();
}
process.exitCode = problems === 0 ? 0 : 1;
