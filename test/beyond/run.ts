import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBouncer } from './bouncer-checks.ts';
import { checkFailover } from './failover-checks.ts';
import { checkProcesses } from './process-checks.ts';
import { findPrograms, type Programs, versionOf } from './programs.ts';
import { checkReplica } from './replica-checks.ts';
import { Report } from './report.ts';

/** The exit code if programs were missing, and nothing failed. */
const exitMissing = 3;

const parts = {
  replica: (report: Report, { postgres }: Programs) => checkReplica(report, postgres),
  pgbouncer: async (report: Report, { postgres, pgbouncer }: Programs) => {
    if (pgbouncer === undefined) report.missing('PgBouncer', 'transaction mode', 'pgbouncer is missing');
    else await checkBouncer(report, postgres, pgbouncer);
  },
  failover: (report: Report, { postgres, pgbouncer }: Programs) => checkFailover(report, postgres, pgbouncer),
  processes: (report: Report, { postgres, nginx }: Programs) => checkProcesses(report, postgres, nginx),
};

/** `npm run try -- beyond`: the service over servers of PostgreSQL that replicate, PgBouncer, and several processes behind a proxy. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: Object.keys(parts).join(',') } } });
  const wanted = values.only.split(',');
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new Error(`--only names ${Object.keys(parts).join(', ')}, not ${unknown.join(', ')}.`);
  const { programs, missing } = findPrograms();
  for (const { program, cure } of missing) process.stderr.write(`missing: ${program}. ${cure}\n`);
  if (!programs) return exitMissing;
  const report = new Report();
  for (const [name, check] of Object.entries(parts)) if (wanted.includes(name)) await check(report, programs);
  const versions = [join(programs.postgres, 'postgres'), programs.pgbouncer, programs.nginx].flatMap((path) =>
    path ? [versionOf(path)] : [],
  );
  process.stdout.write(`${versions.join('; ')}; Node.js ${process.version}; ${availableParallelism()} cores\n${report.table()}\n`);
  if (report.has('failed')) return 1;
  return report.has('missing') ? exitMissing : 0;
}

process.exitCode = await main();
