import assert from 'node:assert/strict';
import { edited, snippetOf } from './guide.ts';
import type { Place } from './place.ts';
import type { Journey } from './shapes.ts';

const account = { username: 'ada', password: 'nine blue boats' };

/** Makes the own tables and an account. @param args name the database, where no config does */
async function prepare(place: Place, ...args: readonly string[]): Promise<void> {
  place.environment = { ...place.environment, GRIMOIRE_PASSWORD: account.password, GRIMOIRE_SECRET: 'g'.repeat(48) };
  await place.bin('grimoire', 'migrate', ...args);
  await place.bin('grimoire', 'create-superuser', '--username', account.username, ...args);
}

/** Requests of a browser as events of API Gateway, version 2.0, to the handler of the guide; prints the answers. */
const invoke = `import { gunzipSync } from 'node:zlib';
import { handler } from './lambda.ts';
const context = {} as never;
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  handler(
    {
      version: '2.0',
      routeKey: '$default',
      rawPath: path.split('?')[0],
      rawQueryString: path.split('?')[1] ?? '',
      headers: { host: 'admin.example.com', 'x-forwarded-proto': 'https', ...headers },
      requestContext: { domainName: 'admin.example.com', http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'x' } },
      isBase64Encoded: body !== undefined,
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)).toString('base64') }),
    } as never,
    context,
  ) as Promise<{ statusCode: number; body: string; headers: Record<string, string>; isBase64Encoded: boolean }>;
const json = { 'content-type': 'application/json' };
const login = await ask('POST', '/admin/api/auth/login/', json, ${JSON.stringify(account)});
const staff = { authorization: 'Bearer ' + JSON.parse(login.body).access };
const change = await ask('PATCH', '/admin/api/r/main.Notes/1/', { ...json, ...staff }, { title: 'Zwölf' });
const list = await ask('GET', '/admin/api/r/main.Notes/?page_size=1', staff);
const page = await ask('GET', '/admin');
const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page.body)?.[1] ?? '';
const file = await ask('GET', new URL(script, 'https://admin.example.com/admin').pathname, { 'accept-encoding': 'gzip' });
const bytes = gunzipSync(Buffer.from(file.body, 'base64'));
console.log(JSON.stringify({
  statuses: [login, change, list, page, file].map(({ statusCode }) => statusCode),
  titles: JSON.parse(list.body).results.map(({ title }: { title: string }) => title),
  page: page.body.includes('<div id="root">'),
  script: file.isBase64Encoded && bytes.toString().includes('export'),
}));
process.exit();
`;

const lambda: Journey = {
  name: 'lambda',
  async run(place) {
    const address = await place.postgres.createDatabase('lambda');
    await place.postgres.query(address, "CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')");
    place.environment = { DATABASE_URL: address };
    place.write({
      'grimoire.config.ts':
        "import { defineAdmin, postgres } from 'grimoire';\nexport default defineAdmin({ database: postgres({ connectionString: process.env.DATABASE_URL, max: 2, pooler: true }), baseUrl: '/admin/api/' });\n",
      'lambda.ts': edited(snippetOf('how-to/deploy-serverless.md', 'AWS Lambda'), './grimoire.config', './grimoire.config.ts'),
      'invoke.ts': invoke,
    });
    await place.install('hono@4');
    await prepare(place);
    const answer = JSON.parse((await place.node('invoke.ts')).trim().split('\n').at(-1) ?? '') as unknown;
    assert.deepEqual(answer, { statuses: [200, 200, 200, 200, 200], titles: ['Zwölf'], page: true, script: true });
  },
};

/** Reads the rows of a model, and changes the first one, by the service that serves a file. @returns the titles before */
async function changed(origin: string, title: string): Promise<readonly string[]> {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${origin}/api/auth/login/`, { method: 'POST', headers: json, body: JSON.stringify(account) });
  const { access } = (await login.json()) as { readonly access: string };
  const headers = { ...json, authorization: `Bearer ${access}` };
  const { results } = (await (await fetch(`${origin}/api/r/main.Notes/?ordering=id`, { headers })).json()) as {
    readonly results: readonly { readonly title: string }[];
  };
  const change = await fetch(`${origin}/api/r/main.Notes/1/`, { method: 'PATCH', headers, body: JSON.stringify({ title }) });
  assert.equal(change.status, 200, await change.clone().text());
  return results.map((row) => row.title);
}

/** The application's part: its own library opens the file, and prints the titles. */
const libsqlClient = `import { createClient } from '@libsql/client';
const client = createClient({ url: 'file:app.db' });
for (const sql of process.argv.slice(2)) await client.execute(sql);
console.log(JSON.stringify((await client.execute('SELECT title FROM notes ORDER BY id')).rows.map(({ title }) => title)));
`;

const libsql: Journey = {
  name: 'libsql',
  async run(place) {
    await place.install('@libsql/client@0.18');
    place.write({ 'app.mjs': libsqlClient });
    await place.node(
      'app.mjs',
      'CREATE TABLE notes (id integer PRIMARY KEY, title text, place F32_BLOB(2))',
      "INSERT INTO notes VALUES (1, 'One', vector32('[1,2]'))",
    );
    await prepare(place, '--database', 'file:app.db');
    await place.during(['node_modules/grimoire/bin/grimoire.js', 'serve', '--port', '0', '--database', 'file:app.db'], async (origin) => {
      // Each sees what the other one has written, while both have the file open.
      await place.node('app.mjs', "INSERT INTO notes VALUES (2, 'Two', NULL)");
      assert.deepEqual(await changed(origin, 'Changed'), ['One', 'Two']);
      assert.equal((await place.node('app.mjs')).trim(), '["Changed","Two"]');
    });
    const refusal = await place.refusal('node_modules/grimoire/bin/grimoire.js', 'migrate', '--database', 'libsql://shop.turso.io');
    assert.match(refusal, /"libsql" is no database that is served: use postgres:\/\/… or sqlite:FILE/);
  },
};

const wrangler = `name = "app"
compatibility_date = "2026-01-01"
[[d1_databases]]
binding = "DB"
database_name = "shop"
database_id = "00000000-0000-0000-0000-000000000000"
`;

const d1: Journey = {
  name: 'd1-copy',
  async run(place) {
    await place.install('wrangler@4');
    place.environment = { ...place.environment, WRANGLER_SEND_METRICS: 'false', CI: '1' };
    place.write({
      'wrangler.toml': wrangler,
      'copy.cjs':
        "new (process.getBuiltinModule('node:sqlite').DatabaseSync)('copy.db').exec(process.getBuiltinModule('node:fs').readFileSync('copy.sql', 'utf8'));\n",
    });
    const sql = "CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')";
    await place.bin('wrangler', 'd1', 'execute', 'shop', '--local', '--command', sql);
    await place.bin('wrangler', 'd1', 'export', 'shop', '--local', '--output', 'copy.sql');
    await place.node('copy.cjs');
    await prepare(place, '--database', 'sqlite:copy.db');
    const serve = ['node_modules/grimoire/bin/grimoire.js', 'serve', '--port', '0', '--database', 'sqlite:copy.db'];
    await place.during(serve, async (origin) => assert.deepEqual(await changed(origin, 'Changed'), ['One']));
  },
};

/** Where the service runs as a function, and files that other databases have made. */
export const elsewhere: readonly Journey[] = [lambda, libsql, d1];
