import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { action, exportCsv, model } from 'grimoire';
import { testAdmin } from 'grimoire/testing';
import { type LargeRequest, largeRequests } from './requests.ts';

/**
 * `node test/stalls/run.ts`: how long requests of unusual size hold the event loop, each alone, on an idle machine. It lists the longest, and
 * fails where one holds it for more than 50 ms.
 */
const limit = 50;

const { admin, baseUrl, database, superuser, close } = await testAdmin({
  setup: `CREATE TABLE thing (id INTEGER PRIMARY KEY, name varchar(100), pages integer, data json);
    INSERT INTO thing VALUES (1, 'a', 1, '{}')`,
  models: [
    model('thing', 's.Thing', {
      searchFields: ['name'],
      suggest: { name: () => ({ pages: 1 }) },
      actions: { touch: action({ params: { note: { type: 'CharField' } }, run: () => ({ message: 'Touched.' }) }) },
    }),
  ],
  adminActions: [exportCsv('s.Thing')],
});

const query = new URLSearchParams(Array.from({ length: 100 }, (_, index): [string, string] => ['pages__gte', String(index)])).toString();
database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
  INSERT INTO grimoire_saved_view (owner, model, name, query, display, sharing, version, created_at, changed_at)
  SELECT 'x', 's.Thing', 'view ' || i, '${query}', '{"columns": ["name"]}', 'all', 1, 0, 0 FROM n`);

/** Milliseconds for which the event loop did not go on during a request: the least of three times, which leaves out collections of garbage. */
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
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-encoding': 'gzip' }), ...headers },
      ...(body === undefined ? {} : { body: gzipSync(body) }),
    };
    await new Promise((resolve) => void setTimeout(resolve, 20));
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const answer = await (isOfStranger ? admin.fetch(new Request(`${baseUrl}${path}`, init)) : superuser.fetch(`${baseUrl}${path}`, init));
    await answer.arrayBuffer();
    await new Promise((resolve) => void setTimeout(resolve, 5));
    delays.disable();
    stalls.push(delays.max / 1e6);
    status = answer.status;
  }
  return { milliseconds: Math.min(...stalls), status };
}

const found: { readonly text: string; readonly milliseconds: number }[] = [];
for (const request of largeRequests()) {
  const { milliseconds, status } = await stallOf(request);
  found.push({ text: `${request.method} ${request.path.slice(0, 60)} ${request.name.slice(0, 80)}: ${status}`, milliseconds });
}
await close();
const longest = found.toSorted((one, other) => other.milliseconds - one.milliseconds);
for (const { text, milliseconds } of longest.slice(0, 40)) console.log(`${milliseconds.toFixed(1).padStart(8)} ms  ${text}`);
const failed = longest.filter(({ milliseconds }) => milliseconds > limit);
console.log(`${found.length} requests, ${failed.length} of them above ${limit} ms.`);
if (failed.length > 0) process.exitCode = 1;
