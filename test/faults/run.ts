import { parseArgs } from 'node:util';
import { createTestDatabase, dialects } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { crashOnce, inspect, prepareCrash } from './crash.ts';
import { faults } from './faults.ts';
import { canMount, problemsOf, startDurable, type Trial, tryFault } from './trial.ts';

/**
 * `npm run try -- faults --seconds 8 --only paused --dialect postgres`: lets each fault happen to a service that writes, and compares what was acknowledged
 * with the rows and with the audit log. `--times 200` kills a writing process so often instead.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
    dialect: { type: 'string' },
  },
});
const chosen = dialects.filter((name) => values.dialect === undefined || name === values.dialect);

function rowOf({ fault, dialect, stream, resolved, lost, half, uninvited, log, recovery }: Trial): string {
  const { acknowledged, refused, unknown } = stream.counts;
  const cells = [fault, dialect, acknowledged, refused, unknown, resolved, lost, half, uninvited, log.length];
  return `| ${[...cells, (stream.longest / 1000).toFixed(1), recovery.toFixed(2), stream.said()].join(' | ')} |\n`;
}

async function runFaults(): Promise<boolean> {
  const server = await startDurable();
  const mounts = canMount();
  let isGood = true;
  const head =
    'fault, database, acknowledged, refused, unknown, resolved, lost, half, uninvited, log differs, longest answer s, recovery s, answers';
  process.stdout.write(`| ${head.replaceAll(', ', ' | ')} |\n| ${'--- | '.repeat(13)}\n`);
  try {
    for (const fault of faults.filter(({ name }) => name.includes(values.only)))
      for (const dialect of fault.dialects.filter((name) => chosen.includes(name))) {
        if (fault.disk !== undefined && !mounts) {
          process.stdout.write(`| ${fault.name} | ${dialect} | left out: this user can not mount a file system |\n`);
          continue;
        }
        try {
          const trial = await tryFault(fault, dialect, { server, seconds: Number(values.seconds) });
          process.stdout.write(rowOf(trial));
          for (const problem of problemsOf(trial)) {
            process.stdout.write(`PROBLEM: ${problem}\n`);
            isGood = false;
          }
        } catch (error) {
          process.stdout.write(`| ${fault.name} | ${dialect} | ${String(error)} |\n`);
          isGood = false;
        }
      }
  } finally {
    await server.stop();
  }
  return isGood;
}

async function runCrashes(times: number): Promise<boolean> {
  const server = await startPostgres();
  let failures = 0;
  try {
    for (const dialect of chosen) {
      const database = await createTestDatabase(dialect, server.url);
      const token = await prepareCrash(database);
      for (let round = 1; round <= times; round++) {
        await crashOnce(database, token);
        const problems = await inspect(database);
        for (const problem of problems) process.stdout.write(`${dialect}, crash ${round}: ${problem}\n`);
        failures += problems.length;
      }
      const rows = await database.query('SELECT count(*) AS n FROM item');
      process.stdout.write(`${dialect}: ${times} crashes, ${String(rows[0]?.['n'])} rows whole, ${failures} problems\n`);
      await database.close();
    }
  } finally {
    await server.stop();
  }
  return failures === 0;
}

const isGood = values.times === undefined ? await runFaults() : await runCrashes(Number(values.times));
process.exitCode = isGood ? 0 : 1;
