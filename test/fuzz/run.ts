import { parseArgs } from 'node:util';
import { dialects } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { fuzz } from './fuzz.ts';

/**
 * `npm run try -- fuzz --requests 100000`: random requests by users of different rights, over random tables with random configs, on each
 * database. It fails where an answer is a 5xx other than 503, is not as declared, shows what its user may not see, or takes too long.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    dialect: { type: 'string' },
    seed: { type: 'string' },
    world: { type: 'string', default: '2000' },
    json: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.seed);
const chosen = dialects.filter((name) => values.dialect === undefined || name === values.dialect);
const server = chosen.includes('postgres') ? await startPostgres() : undefined;
let problems = 0;
try {
  for (const dialect of chosen) {
    const report = await fuzz({
      dialect,
      seed,
      requests: Number(values.requests),
      perWorld: Number(values.world),
      ...(server ? { server: server.url } : {}),
    });
    const { requests, worlds, refusals } = report;
    process.stdout.write(
      values.json ? `${JSON.stringify({ dialect, seed, requests, worlds, refusals, problems: report.problems })}\n` : report.toText(),
    );
    problems += report.problems.length;
  }
} finally {
  await server?.stop();
}
process.exitCode = problems === 0 ? 0 : 1;
