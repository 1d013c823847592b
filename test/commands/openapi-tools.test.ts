import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import type { AdminAction } from 'grimoire';
import { prepareShop } from '@grimoire/example-shop/testing';
import { generate } from 'orval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { type Listening, listening } from '../support/listening.ts';
import type { TestService } from '../support/service.ts';

const test = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

const sendTo: AdminAction = {
  model: 'lib.Book',
  codename: null,
  name: 'Send to',
  kind: 'server',
  scope: 'bulk',
  params: { author: { type: 'ForeignKey', to: 'lib.Author', required: true } },
  run: async ({ input }, rows) => ({ message: `${await rows.count()} to ${String(input['author'])}.` }),
};

/**
 * What Spectral and Redocly say with the rules that they recommend; that addresses end with a slash is the contract, and the
 * licence of a service, and whom to ask about it, are its owner's.
 */
async function complaintsOf(document: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [rulesets.oas], rules: { 'path-keys-no-trailing-slash': 'off', 'info-contact': 'off' } } as never);
  const found = await spectral.run(structuredClone(document) as Record<string, unknown>);
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off', 'info-license': 'off' } });
  const others = await lintFromString({ source: JSON.stringify(document), config });
  return [
    ...found.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`),
    ...others.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} (${place?.pointer ?? ''})`),
  ].slice(0, 20);
}

const filters = "{ title__in: ['a, b', 'plain'], genre__in: ['novel', 'poem'], pages__gte: -5, page_size: 50, ordering: 'id' }";

/** One day's work in the words of each generator's client. */
const scripts = {
  openapiFetch: (base: string, token: string): string => `
import createClient from 'openapi-fetch';
import type { paths } from './openapi-fetch-types.ts';
const client = createClient<paths>({ baseUrl: '${base}', headers: { Authorization: 'Bearer ${token}' } });
const list = await client.GET('/r/lib.Book/', { params: { query: ${filters} } });
console.log(list.data?.results.map(({ id, genre }) => [id, genre]));
const made = await client.POST('/r/lib.Book/', { body: { title: 'Generated', added: '2026-01-02T03:04:05Z' } });
const pk = made.data!.id;
const changed = await client.PATCH('/r/lib.Book/{pk}/', { params: { path: { pk } }, body: { genre: 'essay' } });
console.log(changed.data?.title, changed.data?.genre_display);
const bulk = await client.POST('/r/lib.Book/bulk/', { body: { action: 'update', ids: [pk], data: { pages: 7 } } });
console.log(bulk.data);
const ran = await client.POST('/r/lib.Book/action/send_to/', { body: { ids: [pk], params: { author: 2 } } });
console.log(ran.data?.message);
const gone = await client.DELETE('/r/lib.Book/{pk}/', { params: { path: { pk } } });
const missing = await client.GET('/r/lib.Book/{pk}/', { params: { path: { pk } } });
console.log(gone.response.status, missing.response.status, missing.error?.detail);
`,
  heyApi: (base: string, token: string): string => `
import * as api from './hey-api/index.ts';
import { client } from './hey-api/client.gen.ts';
client.setConfig({ baseUrl: '${base}', headers: { Authorization: 'Bearer ${token}' } });
const list = await api.listLibBook({ query: ${filters} });
console.log(list.data?.results.map(({ id, genre }) => [id, genre]));
const made = await api.createLibBook({ body: { title: 'Generated', added: '2026-01-02T03:04:05Z' } });
const pk = made.data!.id;
const changed = await api.updateLibBook({ path: { pk }, body: { genre: 'essay' } });
console.log(changed.data?.title, changed.data?.genre_display);
const bulk = await api.bulkLibBook({ body: { action: 'update', ids: [pk], data: { pages: 7 } } });
console.log(bulk.data);
const ran = await api.runSendToOnLibBook({ body: { ids: [pk], params: { author: 2 } } });
console.log(ran.data?.message);
const gone = await api.deleteLibBook({ path: { pk } });
const missing = await api.getLibBook({ path: { pk } });
console.log(gone.response?.status, missing.response?.status, missing.error?.detail);
`,
  orval: (_base: string, token: string): string => `
import * as api from './orval-client.ts';
const options = { headers: { Authorization: 'Bearer ${token}' } };
const list = await api.listLibBook(${filters}, options);
if (list.status === 200) console.log(list.data.results.map(({ id, genre }) => [id, genre]));
const made = await api.createLibBook({ title: 'Generated', added: '2026-01-02T03:04:05Z' }, undefined, options);
if (made.status !== 201) throw new Error(String(made.status));
const pk = made.data.id!;
const changed = await api.updateLibBook(pk, { genre: 'essay' }, undefined, options);
if (changed.status === 200) console.log(changed.data.title, changed.data.genre_display);
const bulk = await api.bulkLibBook({ action: 'update', ids: [pk], data: { pages: 7 } }, options);
console.log(bulk.data);
const ran = await api.runSendToOnLibBook({ ids: [pk], params: { author: 2 } }, options);
if (ran.status === 200) console.log(ran.data.message);
const gone = await api.deleteLibBook(pk, undefined, options);
const missing = await api.getLibBook(pk, options);
console.log(gone.status, missing.status, missing.status === 404 && missing.data.detail);
`,
};

describe.each(dialects)('tools that read the OpenAPI document, on %s', (dialect) => {
  let service: TestService;
  let server: Listening;
  let token = '';
  let folder = '';
  const books = makeBooks(40);
  beforeAll(async () => {
    service = await startLibrary({ dialect, books, adminActions: [sendTo] });
    token = (await service.superuser()).token ?? '';
    server = await listening(service.admin);
    folder = mkdtempSync(join(test, 'tmp-generated-'));
  });
  afterAll(async () => {
    await server.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('Spectral and Redocly have nothing to say of the demo', async () => {
    const database = await createTestDatabase(dialect);
    const admin = await prepareShop(
      dialect === 'sqlite' ? { sqlite: database.address.replace('sqlite:', '') } : { postgres: database.address },
      20,
    );
    expect(await complaintsOf(await admin.operations.openApi())).toEqual([]);
    await admin.close();
    await database.close();
  });

  it('Spectral and Redocly have nothing to say of what users with few rights are shown', async () => {
    const users = [[], ['lib.book:view_book'], ['lib.book:add_book'], ['lib.book:delete_book'], ['lib.author:change_author']];
    for (const [index, permissions] of users.entries()) {
      const user = await service.user({ username: `few-${index}`, permissions });
      expect([permissions, await complaintsOf((await user.get('/openapi.json')).body)]).toEqual([permissions, []]);
    }
  });

  it('orval, Hey API and openapi-fetch make clients that do what their users ask', async () => {
    const { body: document } = await service.client(token).get('/openapi.json?model=lib.Book&model=lib.Author');
    const input = join(folder, 'openapi.json');
    writeFileSync(input, JSON.stringify(document));
    await run(process.execPath, [
      join(test, 'node_modules/openapi-typescript/bin/cli.js'),
      input,
      '-o',
      join(folder, 'openapi-fetch-types.ts'),
    ]);
    await run(process.execPath, [join(test, 'support/generate-hey-api.ts'), input, join(folder, 'hey-api')]);
    const target = join(folder, 'orval-client.ts');
    await generate({ input: { target: input }, output: { target, client: 'fetch', mode: 'single', baseUrl: `${server.origin}/api` } });

    const names = Object.keys(scripts) as (keyof typeof scripts)[];
    for (const name of names) {
      const script = scripts[name](`${server.origin}/api`, token);
      writeFileSync(join(folder, `${name}.ts`), script);
      writeFileSync(join(folder, `${name}-typo.ts`), script.replace("'novel'", "'novle'").replace("genre: 'essay'", "genre: 'esay'"));
    }
    const complaints = await compiled(
      folder,
      [...names, ...names.map((name) => `${name}-typo`)].map((name) => `${name}.ts`),
    );
    expect(complaints.filter((line) => !line.includes('-typo.ts'))).toEqual([]);
    for (const name of names) {
      const own = complaints.filter((line) => line.startsWith(`${name}-typo.ts`)).join('\n');
      expect([name, own.includes('"esay"'), own.includes('"novle"')]).toEqual([name, true, true]);
    }

    const wanted = books.filter(
      ({ title, genre, pages }) => ['a, b', 'plain'].includes(title ?? '') && ['novel', 'poem'].includes(genre ?? '') && pages !== null,
    );
    expect(wanted.length).toBeGreaterThan(1);
    const list = `[ ${wanted.map(({ id, genre }) => `[ ${id}, '${genre}' ]`).join(', ')} ]`;
    // One after another: SQLite gives the key of a deleted row to the next one, also if that is another client's.
    for (const name of names) {
      const { stdout } = await run(process.execPath, [join(folder, `${name}.ts`)]);
      expect(stdout.split('\n')).toEqual([list, 'Generated essay', '{ updated: 1 }', '1 to 2.', '204 404 Not found.', '']);
    }
  });
});

/** What the compiler says of files in a folder, line by line. */
async function compiled(folder: string, files: readonly string[]): Promise<string[]> {
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { stdout } = await run(process.execPath, [join(test, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error,
  );
  return stdout.split('\n').filter((line) => /^\S.*error TS/.test(line));
}
