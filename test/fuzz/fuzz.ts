import type { Dialect } from '../support/databases.ts';
import { bodyMove, methodMove } from './body-requests.ts';
import { problemsOf } from './checks.ts';
import { Generator } from './generator.ts';
import { addressMove, describedMove } from './hostile-requests.ts';
import { policyProblems } from './policy-checks.ts';
import { entityTagMove, repeatedMove } from './repeated-requests.ts';
import { searchMove } from './search-requests.ts';
import { hiddenMove, listMove, type Move, rowMove, serviceMove, suggestionsMove } from './read-requests.ts';
import { Report } from './report.ts';
import { openSession, RefusedWorld, type Session } from './session.ts';
import { writeProblems } from './write-checks.ts';
import { actionMove, bulkMove, createMove, deleteMove, updateMove } from './write-requests.ts';

/** What a run does. */
export interface FuzzOptions {
  readonly dialect: Dialect;
  readonly requests: number;
  /** The seed of the first world; that of the next one is greater by one. */
  readonly seed: number;
  /** Requests in one world. */
  readonly perWorld: number;
  /** The address of a PostgreSQL; that of the test run by default. */
  readonly server?: string;
}

const moves: readonly (readonly [weight: number, make: (generator: Generator) => Move])[] = [
  [18, describedMove],
  [20, listMove],
  [8, rowMove],
  [4, suggestionsMove],
  [5, hiddenMove],
  [5, serviceMove],
  [20, addressMove],
  [10, bodyMove],
  [4, methodMove],
  [6, createMove],
  [10, updateMove],
  [3, deleteMove],
  [5, bulkMove],
  [5, actionMove],
  [3, searchMove],
  [3, entityTagMove],
  [3, repeatedMove],
];
const total = moves.reduce((sum, [weight]) => sum + weight, 0);

function moveOf(generator: Generator): Move {
  let rest = generator.dice.next() * total;
  for (const [weight, make] of moves) {
    rest -= weight;
    if (rest < 0) return make(generator);
  }
  return listMove(generator);
}

/** Sends random requests in one random world after the other. */
export async function fuzz({ dialect, requests, seed, perWorld, server }: FuzzOptions): Promise<Report> {
  const report = new Report(dialect, seed);
  for (let world = 0; report.requests < requests; world++) {
    const session = await openWorld(dialect, seed + world, report, server);
    if (!session) continue;
    try {
      await play(session, Math.min(perWorld, requests - report.requests), report);
    } finally {
      await session.close();
    }
  }
  return report;
}

async function openWorld(dialect: Dialect, seed: number, report: Report, server?: string): Promise<Session | null> {
  try {
    return await openSession(dialect, seed, server);
  } catch (error) {
    if (!(error instanceof RefusedWorld)) throw new Error(`The world ${seed} does not start.`, { cause: error });
    report.refused(seed, error.message);
    return null;
  }
}

async function play(session: Session, requests: number, report: Report): Promise<void> {
  const generator = new Generator(session);
  const start = report.requests;
  const last = start + requests;
  while (report.requests < last) {
    let move: Move | null = moveOf(generator);
    while (move && report.requests < last) move = await step(session, move, report, report.requests - start);
  }
}

async function step(session: Session, move: Move, report: Report, place: number): Promise<Move | null> {
  const { request } = move;
  const got = await session.send(request);
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  const onWrites = isWrite || place % 100 === 0 ? await writeProblems(session, request, got, move.written ?? null) : [];
  const problems = [
    ...problemsOf(session, request, got),
    ...onWrites,
    ...policyProblems(session, request, got),
    ...(move.check?.(got) ?? []),
  ];
  report.add(session, request, got, problems, place);
  return move.follow?.(got) ?? null;
}
