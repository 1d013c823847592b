import { action, type ActionContext, type AdminSettings, defineAdmin, model, widget } from 'grimoire';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { libraryModels, startLibrary } from '../support/library.ts';
import type { TestService } from '../support/service.ts';

const secret = 'ada@lovelace.example';

/** A statement that breaks a rule of the database. */
async function clash({ transaction }: ActionContext): Promise<void> {
  for (const id of [801, 802]) await transaction.insertInto('author').values({ id, name: 'Ada', email: secret }).execute();
}

/** Handlers that fail, whole or row by row. */
const actions = {
  clash,
  caught: action({
    async run(context) {
      const cause: unknown = await clash(context).catch((error: unknown) => error);
      throw new Error('Nothing is made.', { cause });
    },
  }),
  nested: action({
    run: () => {
      throw new AggregateError([new TypeError(`No "${secret}"`)], 'Some failed', { cause: new Error(`Not '${secret}'`) });
    },
  }),
  each: action({
    run: (_context, rows) =>
      rows.each(() => {
        throw Object.assign(new RangeError(`Not "${secret}"`), { detail: secret, parameters: [secret] });
      }),
  }),
};

const broken = widget({}, () => {
  throw Object.assign(new Error(`Not "${secret}"`), { query: `select '${secret}'` });
});

describe.each(dialects)('the log of errors on %s', (dialect) => {
  let service: TestService;
  let lines: string[] = [];
  afterEach(() => service.close());

  const start = async (settings: AdminSettings = {}): Promise<void> => {
    lines = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const models = [model('author', 'lib.Author', { actions }), ...libraryModels.slice(1)];
    service = await startLibrary({ dialect, models, widgets: { broken }, settings: { logger, ...settings } });
  };
  const fail = async (): Promise<any[]> => {
    const root = await service.superuser();
    for (const key of ['caught', 'nested', 'each', 'clash']) await root.post(`/r/lib.Author/action/${key}/`, { ids: [1] });
    expect((await root.get('/widgets/broken/')).status).toBe(500);
    return lines.map((line) => JSON.parse(line).err);
  };

  it('tells what failed and where, and no value', async () => {
    await start();
    const [caught, nested, each, ...others] = await fail();
    expect(lines.join('')).not.toContain(secret);
    const unique =
      dialect === 'postgres'
        ? 'duplicate key value violates unique constraint "author_email_key"'
        : 'UNIQUE constraint failed: author.email';
    expect(caught).toMatchObject({ type: 'Error', message: expect.stringContaining(`Nothing is made.: ${unique}`) });
    expect(nested).toMatchObject({
      type: 'AggregateError',
      message: `Some failed: Not '…'`,
      stack: expect.stringMatching(/error-log\.test\.ts[\s\S]*caused by: Error: Not '…'/),
      aggregateErrors: [{ type: 'TypeError', message: 'No "…"' }],
    });
    expect(each).toMatchObject({ type: 'RangeError', message: 'Not "…"', stack: expect.stringContaining('error-log.test.ts') });
    expect(others.at(-1)).toMatchObject({ type: 'Error', message: 'Not "…"' });
    // What SQLite says of it is a 400 already.
    if (dialect === 'sqlite') return expect(others).toHaveLength(1);
    const names = { code: '23505', constraint: 'author_email_key', table: 'author' };
    expect(others[0]).toMatchObject({ type: 'DatabaseError', message: unique, ...names });
    expect(others[0]).not.toHaveProperty('detail');
  });

  it('is as safe in the hands of a logger of the host that writes all there is', async () => {
    const errors: unknown[] = [];
    const everything = { err: (error: object) => (errors.push(error), Object.getOwnPropertyDescriptors(error)) };
    const logger = pino({ serializers: everything }, { write: (line: string) => void lines.push(line) });
    await start({ logger });
    await fail();
    expect(errors).toHaveLength(dialect === 'postgres' ? 5 : 4);
    expect(errors.every((error) => error instanceof Error)).toBe(true);
    expect(lines.join('')).not.toContain(secret);
  });

  it('has the values where they are asked for', async () => {
    await start({ logValues: true });
    const [, nested, each, clashed] = await fail();
    if (dialect === 'postgres') expect(clashed.detail).toContain(secret);
    expect(nested.aggregateErrors[0].message).toContain(secret);
    expect(each).toMatchObject({ message: `Not "${secret}"`, detail: secret });
  });

  it('has none of a start that failed either', async () => {
    await start();
    const failing = { ...service.database.source(), open: () => Promise.reject(new Error(`No "${secret}"`)) };
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const admin = defineAdmin({ database: failing, models: [], settings: { logger } });
    expect((await admin.fetch(new Request('http://admin.test/api/config/'))).status).toBe(500);
    expect(JSON.parse(lines.at(-1) ?? '').err).toMatchObject({ type: 'Error', message: 'No "…"' });
  });
});
