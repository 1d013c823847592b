import { hashPassword } from 'grimoire';
import type { TestDatabase } from '../support/databases.ts';
import { password } from '../support/service.ts';
import { LoadClient, type Timed } from './clients.ts';
import { percentile } from './figures.ts';

/** How long lists take while passwords are checked. */
export interface ListsBesideSignIns {
  /** The p99 of lists in milliseconds, without sign-ins and beside them. */
  readonly quiet: number;
  readonly beside: number;
  /** How many sign-ins were answered, and how many were sent at once. */
  readonly signIns: number;
  readonly atOnce: number;
  /** Lists that failed, and sign-ins that were refused because too many waited. */
  readonly failed: number;
  readonly refused: number;
}

const atOnce = 50;
const readers = 4;

/** Asks for lists, first alone and then while one account signs in fifty times at once, again and again, with a hash of the usual cost. */
export async function listsBesideSignIns(database: TestDatabase, base: string, milliseconds: number): Promise<ListsBesideSignIns> {
  await database.query("UPDATE grimoire_user SET password = ? WHERE username = 'client 0'", [await hashPassword(password)]);
  const answers: Timed[] = [];
  const clientOf = (): LoadClient => new LoadClient(base, 0, (answer) => answers.push(answer));
  const readersOf = Array.from({ length: readers }, clientOf);
  const signers = Array.from({ length: atOnce }, clientOf);
  for (const reader of readersOf) await reader.signIn();
  const read = async (until: number): Promise<Timed[]> => {
    answers.length = 0;
    const ask = async (reader: LoadClient): Promise<void> => {
      while (Date.now() < until) await reader.send('list', { method: 'GET', path: '/r/l.Ticket/?page_size=25&state=open' });
    };
    await Promise.all(readersOf.map(ask));
    return answers.slice();
  };
  const quiet = await read(Date.now() + milliseconds);
  const until = Date.now() + milliseconds;
  const sign = async (): Promise<void> => {
    while (Date.now() < until) await Promise.all(signers.map((signer) => signer.signIn()));
  };
  const [beside] = await Promise.all([read(until), sign()]);
  for (const client of [...readersOf, ...signers]) client.close();
  const p99 = (some: readonly Timed[]): number =>
    percentile(
      some.filter(({ what }) => what === 'list').map((answer) => answer.milliseconds),
      0.99,
    );
  return {
    quiet: p99(quiet),
    beside: p99(beside),
    signIns: answers.filter(({ what }) => what === 'sign in').length,
    atOnce,
    failed: [...quiet, ...beside].filter(({ what, status }) => what === 'list' && status !== 200).length,
    refused: beside.filter(({ what, status }) => what === 'sign in' && status === 503).length,
  };
}
