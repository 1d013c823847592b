import { type Attributes, trace } from '@opentelemetry/api';
import { type AdminSettings, defineAdmin, model, postgres, sqlite } from 'grimoire';
import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100));
  INSERT INTO thing VALUES (1, 'secret name'), (2, 'b'), (3, 'c');`;
const token = 'a token of the tests that is long';

/** A view that takes more than a tenth of a second. */
const slowView = {
  sqlite: `CREATE VIEW slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT max(i) AS id, 'x' AS name FROM n;`,
  postgres: `CREATE VIEW slow AS SELECT 1 AS id, 'x' || pg_sleep(0.1)::text AS name;`,
};

interface Line extends Record<string, unknown> {
  readonly msg: string;
}

/** A logger that keeps its lines. */
function keptLog(): { readonly lines: Line[]; readonly logger: NonNullable<AdminSettings['logger']> } {
  const lines: Line[] = [];
  return { lines, logger: pino({}, { write: (text: string) => void lines.push(JSON.parse(text)) }) };
}

describe.each(dialects)('the addresses for operators on %s', (dialect) => {
  const start = async (settings: AdminSettings = {}) =>
    serviceOfTest(startService({ processes: true, dialect, setup, models: [model('thing', 't.Thing')], settings }));
  const get = async (monitoring: { fetch(request: Request): Promise<Response> }, path: string, init: RequestInit = {}) => {
    const response = await monitoring.fetch(new Request(`http://10.0.0.5:9100${path}`, init));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('say that the process and its database answer, and nothing else', async () => {
    const { service } = await start();
    const monitoring = service.admin.monitoring({ path: '/internal' });
    for (const path of ['/internal/healthz', '/internal/readyz', '/internal/readyz/']) {
      const { status, text, headers } = await get(monitoring, path);
      expect([path, status, text, headers.get('cache-control')]).toEqual([path, 200, '', 'no-store']);
    }
    for (const path of ['/internal/metrics', '/internal/', '/healthz', '/internal/healthz/x', '/api/schema/'])
      expect([path, (await get(monitoring, path)).status]).toEqual([path, 404]);
    expect((await get(monitoring, '/internal/healthz', { method: 'POST' })).status).toBe(405);
    const [away, back] = dialect === 'postgres' ? ['grimoire.migration', 'migration'] : ['grimoire_migration', 'grimoire_migration'];
    const place = dialect === 'postgres' ? 'grimoire.moved' : 'moved';
    await service.database.execute(`ALTER TABLE ${away} RENAME TO moved`);
    // The answer is given again for a second.
    await expect.poll(async () => (await get(monitoring, '/internal/readyz')).status).toBe(503);
    await service.database.execute(`ALTER TABLE ${place} RENAME TO "${back}"`);
    await expect.poll(async () => (await get(monitoring, '/internal/readyz')).status).toBe(200);
    service.admin.beginToEnd();
    expect((await get(monitoring, '/internal/readyz')).status).toBe(503);
    expect((await get(monitoring, '/internal/healthz')).status).toBe(200);
  });

  it('give metrics to whoever has the token, by route and model, and without keys or names of users', async () => {
    const { service, root } = await start();
    expect(() => service.admin.monitoring({ metrics: { token: 'short' } })).toThrow('has less than 16 characters');
    expect(() => service.admin.monitoring({ metrics: { token: '' } })).toThrow('is empty');
    const monitoring = service.admin.monitoring({ metrics: { token } });
    expect((await get(monitoring, '/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    for (const authorization of ['', 'Bearer', 'Bearer x', token, `Bearer ${root.token}`])
      expect((await get(monitoring, '/metrics', authorization === '' ? {} : { headers: { authorization } })).status).toBe(401);
    await root.get('/r/t.Thing/');
    await root.get('/r/t.Thing/1/');
    await root.get('/r/t.Thing/987654/');
    await root.get('/r/made.Up/');
    await root.patch('/r/t.Thing/1/', { name: 'changed' });
    await service.anonymous.get('/nowhere/');
    const { text, headers } = await get(monitoring, '/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(headers.get('content-type')).toContain('text/plain');
    for (const line of [
      'grimoire_request_seconds_count{method="GET",route="/r/:model",model="t.Thing",status="200"} 1',
      'grimoire_request_seconds_count{method="GET",route="/r/:model/:pk",model="t.Thing",status="200"} 1',
      'grimoire_request_seconds_count{method="GET",route="/r/:model/:pk",model="t.Thing",status="404"} 1',
      'grimoire_request_seconds_count{method="PATCH",route="/r/:model/:pk",model="t.Thing",status="200"} 1',
      'grimoire_request_seconds_count{method="GET",route="/r/:model",model="",status="404"} 1',
      'grimoire_ready 1',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/grimoire_statements_total\{method="PATCH",route="\/r\/:model\/:pk",model="t.Thing"\} ([4-9]|1\d)\n/);
    expect(text).toMatch(/grimoire_rows_total\{method="GET",route="\/r\/:model",model="t.Thing"\} [1-9]/);
    for (const secret of ['987654', 'made.Up', 'nowhere', 'root', 'changed']) expect(text).not.toContain(secret);
  });

  it('log each request with its user, model and work, without keys and values', async () => {
    const { lines, logger } = keptLog();
    const { root } = await start({ logger, logRequests: true });
    await root.get('/r/t.Thing/1/?');
    await root.patch('/r/t.Thing/1/', { name: 'new name' });
    const [read, write] = lines.filter(({ msg, route }) => msg === 'request' && route === '/r/:model/:pk');
    expect(read).toMatchObject({ level: 30, method: 'GET', model: 't.Thing', user: '1', status: 200, isAbandoned: false });
    expect(read?.['statements']).toBeGreaterThan(0);
    expect(read?.['rows']).toBeGreaterThan(0);
    expect(write).toMatchObject({ method: 'PATCH', status: 200 });
    expect(JSON.stringify(lines)).not.toMatch(/new name|secret name/);
  });

  it('tell requests whose client has gone from failures of the service', async () => {
    const { lines, logger } = keptLog();
    const { service, root } = await start({ logger, logRequests: true });
    const headers = { authorization: `Bearer ${root.token}` };
    await service.admin.fetch(new Request('http://admin.test/api/r/t.Thing/', { headers, signal: AbortSignal.abort() }));
    const gone = lines.filter(({ msg, route }) => msg === 'request' && route === '/r/:model');
    expect(gone).toMatchObject([{ status: 499, isAbandoned: true }]);
  });

  it('log statements that take long, without values', async () => {
    const { lines, logger } = keptLog();
    const { root } = await serviceOfTest(
      startService({
        processes: true,
        dialect,
        setup: `${setup} ${slowView[dialect]}`,
        models: [model('thing', 't.Thing'), model('slow', 't.Slow', { primaryKey: ['id'] })],
        settings: { logger, slowStatement: 50 },
      }),
    );
    expect((await root.get('/r/t.Slow/?name=hidden')).status).toBe(200);
    const slow = lines.find(({ msg, model: of }) => msg === 'slow statement' && of === 't.Slow');
    expect(slow).toMatchObject({ level: 40, method: 'GET', route: '/r/:model', status: 200, user: '1' });
    expect(slow?.['statementMilliseconds']).toBeGreaterThanOrEqual(50);
    expect(String(slow?.['sql'])).toContain('"slow"');
    expect(JSON.stringify(lines)).not.toContain('hidden');
  });
});

describe('a request of a host that has set up OpenTelemetry', () => {
  afterAll(() => trace.disable());

  it('is a span with its route and model, and without keys and values', async () => {
    const spans: { name: string; attributes: Attributes; status: number; isEnded: boolean }[] = [];
    trace.setGlobalTracerProvider({
      getTracer: () => ({
        startSpan: () => trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: 0 }),
        startActiveSpan(name: string, ...rest: unknown[]) {
          const span = { name, attributes: {}, status: 0, isEnded: false };
          spans.push(span);
          const kept = {
            updateName: (next: string) => void (span.name = next),
            setAttributes: (attributes: Attributes) => void (span.attributes = attributes),
            setStatus: ({ code }: { code: number }) => void (span.status = code),
            end: () => void (span.isEnded = true),
          };
          return (rest.at(-1) as (span: object) => never)(kept);
        },
      }),
    });
    const models = [model('thing', 't.Thing')];
    const { root } = await serviceOfTest(startService({ dialect: 'sqlite', setup, models }));
    spans.length = 0;
    await root.get('/r/t.Thing/2/');
    await root.get('/r/t.Thing/987654/?x=hidden');
    expect(spans).toMatchObject([
      {
        name: 'grimoire GET /r/:model/:pk',
        attributes: { 'http.route': '/r/:model/:pk', 'grimoire.model': 't.Thing', 'http.response.status_code': 200 },
        status: 0,
        isEnded: true,
      },
      { name: 'grimoire GET /r/:model/:pk', attributes: { 'http.response.status_code': 400 }, isEnded: true },
    ]);
    expect(JSON.stringify(spans)).not.toMatch(/987654|hidden/);
  });
});

describe('readiness', () => {
  it.runIf(hasPostgres)('is a 503 while the database does not answer, and asks it once for all who want to know', async () => {
    const admin = defineAdmin({
      database: postgres('postgres://nobody@127.0.0.1:9/nothing'),
      models: [],
      settings: { logger: pino({ level: 'silent' }) },
    });
    onTestFinished(() => admin.close());
    const monitoring = admin.monitoring();
    const answers = await Promise.all(Array.from({ length: 50 }, () => monitoring.fetch(new Request('http://x/readyz'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await monitoring.fetch(new Request('http://x/healthz'))).status).toBe(200);
  });

  it('is a 503 before the first migration', async () => {
    const admin = defineAdmin({ database: sqlite(':memory:'), models: [], settings: { logger: pino({ level: 'silent' }) } });
    onTestFinished(() => admin.close());
    const monitoring = admin.monitoring();
    expect((await monitoring.fetch(new Request('http://x/readyz'))).status).toBe(503);
  });
});
