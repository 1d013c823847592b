import { parseArgs } from 'node:util';
import { dialects } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { runCrowd } from './crowd.ts';
import { problemsOf, reportOf, runLoad } from './load.ts';

/**
 * `npm run try -- load --clients 200 --minutes 10 --dialect sqlite`: mixed work of many clients on each database. It fails where a request
 * is not answered by a 2xx, or where the memory of the service grows. `--crowd` is `crowd.ts` instead.
 */
async function runClients(given: readonly string[]): Promise<void> {
  const options = {
    clients: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '10' },
    dialect: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...given], options });
  const server = await startPostgres();
  try {
    for (const dialect of dialects.filter((name) => values.dialect === undefined || name === values.dialect)) {
      const result = await runLoad({ dialect, server: server.url, clients: Number(values.clients), minutes: Number(values.minutes) });
      process.stdout.write(`${reportOf(result)}\n`);
      for (const problem of problemsOf(result)) {
        process.stdout.write(`PROBLEM: ${problem}\n`);
        process.exitCode = 1;
      }
    }
  } finally {
    await server.stop();
  }
}

const given = process.argv.slice(2);
await (given.includes('--crowd') ? runCrowd(given.filter((word) => word !== '--crowd')) : runClients(given));
