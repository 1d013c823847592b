import { gzipSync } from 'node:zlib';
import { action, defineAdmin, exportCsv, model } from 'grimoire';
import { pino } from 'pino';
import { createTestDatabase } from '../support/databases.ts';
import { addUser, clientOf, password } from '../support/service.ts';
import { type LargeRequest, largeRequests } from './requests.ts';

/**
 * `node test/stalls/run.ts`: how long requests of unusual size hold the event loop, each alone, in processor time. It lists the longest, and
 * fails where one holds it for more than 50 ms.
 */
const limit = 50;

const database = await createTestDatabase('sqlite');
await database.execute(`CREATE TABLE thing (id INTEGER PRIMARY KEY, name varchar(100), pages integer, data json);
  INSERT INTO thing VALUES (1, 'a', 1, '{}')`);
const admin = defineAdmin({
  // As it is served: what SQLite does itself is done in other processes.
  database: database.source({ processes: true }),
  settings: { logger: pino({ level: 'silent' }) },
  models: [
    model('thing', 's.Thing', {
      searchFields: ['name'],
      suggest: { name: () => ({ pages: 1 }) },
      actions: { touch: action({ params: { note: { type: 'CharField' } }, run: () => ({ message: 'Touched.' }) }) },
    }),
  ],
  adminActions: [exportCsv('s.Thing')],
});
await admin.operations.migrate();
await admin.operations.syncAdminActions();
await admin.ready();
await addUser(database, { username: 'root', isSuperuser: true });
const baseUrl = 'http://admin.test/api/';
const { body: tokens } = await clientOf(admin, null).post('/auth/login/', { username: 'root', password });

const query = new URLSearchParams(Array.from({ length: 100 }, (_, index): [string, string] => ['pages__gte', String(index)])).toString();
await database.execute(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
  INSERT INTO grimoire_saved_view (owner, model, name, query, display, sharing, version, created_at, changed_at)
  SELECT 'x', 's.Thing', 'view ' || i, '${query}', '{"columns": ["name"]}', 'all', 1, 0, 0 FROM n`);

/** Watches the turns of the event loop. @returns a function that ends it, and returns the longest turn in milliseconds of processor time */
function watchTurns(): () => number {
  const used = (): number => process.threadCpuUsage().user / 1000 + process.threadCpuUsage().system / 1000;
  let [last, longest, isEnded] = [used(), 0, false];
  const turn = (): void => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isEnded) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isEnded = true;
    return longest;
  };
}

/** For how long a request held the event loop: the least of three times, which leaves out collections of garbage. */
async function stallOf({
  method,
  path,
  body,
  headers = {},
  isOfStranger,
}: LargeRequest): Promise<{ milliseconds: number; status: number }> {
  const stalls: number[] = [];
  let status = 0;
  for (let time = 0; time < 3; time++) {
    const init = {
      method,
      headers: {
        ...(isOfStranger ? {} : { authorization: `Bearer ${tokens.access}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: gzipSync(body) }),
    };
    await new Promise((resolve) => void setTimeout(resolve, 20));
    const end = watchTurns();
    const answer = await admin.fetch(new Request(`${baseUrl}${path}`, init));
    await answer.arrayBuffer();
    await new Promise((resolve) => void setTimeout(resolve, 5));
    stalls.push(end());
    // Large rows would be read by the requests that follow.
    await database.execute('DELETE FROM thing WHERE id > 1');
    status = answer.status;
  }
  return { milliseconds: Math.min(...stalls), status };
}

const found: { readonly text: string; readonly milliseconds: number }[] = [];
for (const request of largeRequests()) {
  const { milliseconds, status } = await stallOf(request);
  found.push({ text: `${request.method} ${request.path.slice(0, 60)} ${request.name.slice(0, 80)}: ${status}`, milliseconds });
}
await admin.close();
await database.close();
const longest = found.toSorted((one, other) => other.milliseconds - one.milliseconds);
for (const { text, milliseconds } of longest.slice(0, 40)) console.log(`${milliseconds.toFixed(1).padStart(8)} ms  ${text}`);
const failed = longest.filter(({ milliseconds }) => milliseconds > limit);
console.log(`${found.length} requests, ${failed.length} of them above ${limit} ms.`);
if (failed.length > 0) process.exitCode = 1;
