import { parseArgs } from 'node:util';
import { dialects } from '../../support/dialects.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { fuzzJournal } from './fuzz.ts';

/** `npm run try -- journal --requests 10000`: random writes in random databases, on each dialect. It fails where the journal has not each changed row, and does not say so. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    dialect: { type: 'string' },
    seed: { type: 'string' },
    world: { type: 'string', default: '50' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.seed);
const chosen = dialects.filter((name) => values.dialect === undefined || name === values.dialect);
const server = chosen.includes('postgres') ? await startPostgres() : undefined;
let problems = 0;
try {
  for (const dialect of chosen) {
    const report = await fuzzJournal({
      dialect,
      seed,
      requests: Number(values.requests),
      perWorld: Number(values.world),
      server: server?.url,
    });
    const { failures, problems: found, log: _, ...counts } = report;
    process.stdout.write(
      `${dialect}, seed ${seed}: ${JSON.stringify({ ...counts, answers: Object.fromEntries(failures) })}\n${found.map((one) => `  ${one}\n`).join('')}`,
    );
    problems += found.length;
  }
} finally {
  await server?.stop();
}
process.exitCode = problems === 0 ? 0 : 1;
