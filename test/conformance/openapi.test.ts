import { Validator } from '@seriousme/openapi-schema-validator';
import { contractVersion } from '@grimoire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareShop } from '@grimoire/example-shop/testing';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { librarySql, insertBooks, makeBooks } from '../support/library.ts';
import { DescribedAnswers, exampleOf, type Json, resolved } from '../support/openapi.ts';
import { type Answer, type Client, clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** What the document says of an operation that is asked. */
interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}

/** Asks everything that the document has, with values that its schemas allow, and holds every answer against it. */
async function problemsOf(client: Client): Promise<{ problems: string[]; done: number }> {
  const answers = new DescribedAnswers((await client.get('/openapi.json')).body);
  const { document } = answers;
  const problems: string[] = [];
  let done = 0;
  const ask = async ({ path, method }: Described, address: string, body?: unknown): Promise<Answer> => {
    const answer = await client.request(method.toUpperCase(), address, body === undefined ? {} : { body });
    if (answer.status < 300) done += 1;
    problems.push(
      ...answers.problemsWith(path, method, answer).map((problem) => `${problem} (${address} ${JSON.stringify(body) ?? ''})`.slice(0, 500)),
    );
    return answer;
  };
  const order = ['get', 'post', 'patch', 'delete'];
  const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]): Described => ({ path, method, operation })),
  );
  for (const described of operations.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))) {
    const { path, method, operation } = described;
    // Who asks must stay who they are.
    if (method === 'post' && /^\/(auth\/|r\/auth\.User\/(bulk|action))/.test(path)) continue;
    const isOnUsers = method !== 'get' && path.startsWith('/r/auth.User/{pk}');
    for (const address of isOnUsers ? [path.replace('{pk}', 'nobody')] : await addressesOf(client, path)) {
      const content = operation.requestBody?.content?.['application/json']?.schema;
      for (const seed of content ? [0, 1, 2] : [0]) {
        const answer = await ask(described, address, content ? exampleOf(document, content, seed) : undefined);
        expect([method, address, answer.status < 500]).toEqual([method, address, true]);
      }
      if (method !== 'get') continue;
      for (const given of operation.parameters ?? []) {
        const parameter = resolved(document, given);
        if (parameter.in !== 'query') continue;
        const value = [exampleOf(document, parameter.schema, 0)].flat()[0];
        await ask(described, `${address}?${encodeURIComponent(parameter.name)}=${encodeURIComponent(String(value))}`);
      }
    }
  }
  return { problems, done };
}

/** The addresses of a path: with a key that is there, and one that is not. */
async function addressesOf(client: Client, path: string): Promise<string[]> {
  if (path.includes('{model}')) return [path.replace('{model}', 'lib.Book'), path.replace('{model}', 'auth.User')];
  if (!path.includes('{pk}')) return [path];
  const list = await client.get(path.slice(0, path.indexOf('{pk}')));
  const [row] = list.body?.results ?? [];
  const keys = [...(row ? [String(row.pk ?? row.id)] : []), 'nobody'];
  return keys.map((key) => path.replace('{pk}', encodeURIComponent(key)));
}

describe.each(dialects)('the OpenAPI document on %s', (dialect) => {
  describe('of a live database', () => {
    const { service, root } = serviceForAll(() =>
      startService({
        dialect,
        async setup(database) {
          await database.execute(librarySql(dialect));
          await insertBooks(database, makeBooks(12));
        },
      }),
    );

    it('is valid', async () => {
      const { body: document } = await root.get('/openapi.json');
      const result = await new Validator().validate(structuredClone(document));
      expect(result).toEqual({ valid: true });
      expect(document).toMatchObject({ openapi: '3.1.0', info: { version: contractVersion }, servers: [{ url: '/api' }] });
      const ids = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item).map(({ operationId }) => operationId));
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('says what is answered', async () => {
      const { problems, done } = await problemsOf(root);
      expect(problems).toEqual([]);
      // Most of what a client makes of the schemas alone is taken.
      expect(done).toBeGreaterThan(200);
    });

    it('shows each user what they may ask for', async () => {
      const reader = await service.user({ username: 'reader', permissions: ['main.book:view_book'] });
      const { paths, components } = (await reader.get('/openapi.json')).body;
      expect(Object.keys(paths['/r/main.Book/'])).toEqual(['get']);
      expect(Object.keys(paths['/r/main.Book/{pk}/'])).toEqual(['get']);
      expect(paths['/r/main.Book/bulk/']).toBeUndefined();
      expect(Object.keys(paths).filter((path) => path.includes('main.Author') || path.includes('auth.User'))).toEqual([]);
      expect(components.schemas['main.Book.Create']).toBeUndefined();
      expect((await service.anonymous.get('/openapi.json')).status).toBe(401);
    });
  });

  describe('of the demo', () => {
    let database: TestDatabase;
    let admin: Awaited<ReturnType<typeof prepareShop>>;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      admin = await prepareShop(
        dialect === 'sqlite' ? { sqlite: database.address.replace('sqlite:', '') } : { postgres: database.address },
        300,
      );
    });
    afterAll(async () => {
      await admin.close();
      await database.close();
    });

    // Thousands of requests, each validated: on a busy machine that takes longer than the default.
    it('is valid, and says what is answered', { timeout: 180_000 }, async () => {
      const login = await clientOf(admin, null).post('/auth/login/', { username: 'admin', password: 'admin' });
      const client = clientOf(admin, login.body.access);
      const { body: document } = await client.get('/openapi.json');
      expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
      expect(await admin.operations.openApi()).toEqual(document);
      const order = document.components.schemas['sales.Order'];
      expect(order.properties.status.enum).toContain('paid');
      expect(order.properties.total).toMatchObject({ type: 'string', format: 'decimal' });
      const { problems, done } = await problemsOf(client);
      expect(problems).toEqual([]);
      expect(done).toBeGreaterThan(1000);
    });
  });
});
