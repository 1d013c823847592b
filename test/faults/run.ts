import { parseArgs } from 'node:util';
import { createTestDatabase, dialects } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { crashOnce, inspect, prepareCrash } from './crash.ts';

/** `npm run faults -- --times 200`: kills a writing process so often on each database, and looks at what is left. */
const { values } = parseArgs({ options: { times: { type: 'string', default: '100' } } });
const times = Number(values.times);
const server = await startPostgres();
let failures = 0;
try {
  for (const dialect of dialects) {
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
process.exitCode = failures === 0 ? 0 : 1;
