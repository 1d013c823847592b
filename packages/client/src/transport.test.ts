import { describe, expect, it } from 'vitest';
import { ApiError, errorOf, type Problem, settled } from './errors.ts';
import { plainJson } from './exact-json.ts';
import { memoryTokens, type TokenPair } from './tokens.ts';
import { type ClientRequest, Transport } from './transport.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Readonly<Record<string, string>> };
}

interface Wire {
  readonly transport: Transport;
  readonly sent: readonly Sent[];
  readonly tokens: ReturnType<typeof memoryTokens>;
}

const pair = (number: number): TokenPair => ({ access: `access ${number}`, refresh: `refresh ${number}` });
const answer = (status: number, body?: unknown, headers?: Readonly<Record<string, string>>): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, ...(headers ? { headers } : {}) });
const expired = (): Response => answer(401, { detail: 'Token is invalid or expired.', code: 'token_not_valid' });

/** A transport over a service that answers by a function. */
function wireOf(respond: (sent: Sent, number: number) => Response | Promise<Response>, given: TokenPair | null = pair(1)): Wire {
  const sent: Sent[] = [];
  const tokens = memoryTokens();
  tokens.set(given);
  const fetched = async (url: unknown, init: unknown): Promise<Response> => {
    sent.push({ url: String(url), init: init as Sent['init'] });
    return respond(sent.at(-1) as Sent, sent.length);
  };
  const transport = new Transport({
    baseUrl: 'http://x/api/',
    fetch: fetched,
    tokens,
    csrfToken: () => 'csrf',
    language: () => null,
    json: plainJson,
  });
  return { transport, sent, tokens };
}
const get: ClientRequest = { method: 'GET', path: 'r/shop.Order/' };
const problemOf = async (call: Promise<unknown>): Promise<Problem | undefined> => {
  const outcome = await settled(call);
  return outcome.ok ? undefined : outcome.problem;
};

describe('a request', () => {
  it('is sent with its path, query, body, headers and token', async () => {
    const { transport, sent } = wireOf(() => answer(200, { a: 1 }));
    const query = new URLSearchParams({ page: '2', q: 'a b' });
    expect(await transport.json({ method: 'PATCH', path: 'r/x/', query, body: { n: 1 }, headers: { 'If-Match': '"e"' } })).toEqual({
      a: 1,
    });
    expect(sent).toEqual([
      {
        url: 'http://x/api/r/x/?page=2&q=a+b',
        init: {
          method: 'PATCH',
          credentials: 'include',
          headers: { 'Content-Type': 'application/json', Authorization: 'Bearer access 1', 'If-Match': '"e"' },
          body: '{"n":1}',
        },
      },
    ]);
  });

  it('has no query, body or type where there is none', async () => {
    const { transport, sent } = wireOf(() => answer(200, {}));
    await transport.send({ ...get, query: new URLSearchParams() });
    expect(sent[0]).toEqual({
      url: 'http://x/api/r/shop.Order/',
      init: { method: 'GET', credentials: 'include', headers: { Authorization: 'Bearer access 1' } },
    });
  });

  it('has the CSRF token where it writes with the cookie of a session', async () => {
    const headersOf = async (request: ClientRequest, given: TokenPair | null): Promise<unknown> => {
      const { transport, sent } = wireOf(() => answer(200, {}), given);
      await transport.send(request);
      return sent[0]?.init.headers;
    };
    expect(await headersOf({ method: 'DELETE', path: 'x/' }, null)).toEqual({ 'X-CSRFToken': 'csrf' });
    expect(await headersOf(get, null)).toEqual({});
    expect(await headersOf({ method: 'DELETE', path: 'x/' }, pair(1))).toEqual({ Authorization: 'Bearer access 1' });
    const without = new Transport({
      baseUrl: '/',
      fetch: async (_, init) => answer(200, (init as Sent['init']).headers),
      tokens: memoryTokens(),
      csrfToken: () => null,
      language: () => 'de',
      json: plainJson,
    });
    expect(await without.json({ method: 'POST', path: 'x/' })).toEqual({ 'Accept-Language': 'de' });
  });

  it('has no JSON in an answer of 204', async () => {
    const { transport } = wireOf(() => answer(204));
    expect(await transport.json(get)).toBeUndefined();
  });

  it('that does not reach the service is a problem of its own; one that was aborted is not', async () => {
    const cause = new TypeError('fetch failed');
    const { transport } = wireOf(() => Promise.reject(cause));
    const error: unknown = await transport.send(get).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 0,
      problem: { kind: 'unreachable', detail: 'The service could not be reached.' },
      cause,
    });
    const signal = AbortSignal.abort(new Error('no longer needed'));
    const aborted = wireOf(({ init }) => Promise.reject((init.signal as AbortSignal).reason as Error));
    await expect(aborted.transport.send({ ...get, signal })).rejects.toThrow('no longer needed');
    const open = new AbortController();
    expect(await problemOf(transport.send({ ...get, signal: open.signal }))).toMatchObject({ kind: 'unreachable' });
  });
});

describe('expired tokens', () => {
  /** A service that knows the tokens of this number. */
  const knowing = (number: number) => (sent: Sent) => {
    if (sent.url.endsWith('auth/refresh/')) return answer(200, pair(number));
    return sent.init.headers['Authorization'] === `Bearer access ${number}` ? answer(200, { a: 1 }) : expired();
  };

  it('are refreshed once, and the request is sent again', async () => {
    const { transport, sent, tokens } = wireOf(knowing(2));
    expect(await transport.json({ method: 'POST', path: 'x/', body: { n: 1 } })).toEqual({ a: 1 });
    expect(sent.map(({ url, init }) => [url.slice('http://x/api/'.length), init.headers['Authorization'], init.body])).toEqual([
      ['x/', 'Bearer access 1', '{"n":1}'],
      ['auth/refresh/', undefined, '{"refresh":"refresh 1"}'],
      ['x/', 'Bearer access 2', '{"n":1}'],
    ]);
    expect(tokens.get()).toEqual(pair(2));
  });

  it('are refreshed once for requests at the same time, and again when they expire again', async () => {
    let current = 2;
    const { transport, sent } = wireOf((each) => knowing(current)(each));
    const refreshes = (): number => sent.filter(({ url }) => url.endsWith('refresh/')).length;
    await Promise.all([transport.send(get), transport.send(get), transport.send(get)]);
    expect(refreshes()).toBe(1);
    current = 3;
    await transport.send(get);
    expect(refreshes()).toBe(2);
  });

  it('are not refreshed where another call has done that', async () => {
    const { transport, sent, tokens } = wireOf((each) => {
      if (sent.length === 1) tokens.set(pair(2));
      return knowing(2)(each);
    });
    await transport.send(get);
    expect(sent.map(({ url }) => url)).not.toContain('http://x/api/auth/refresh/');
    expect(sent).toHaveLength(2);
  });

  it('that can not be refreshed are forgotten, and the first refusal is thrown', async () => {
    const { transport, tokens } = wireOf(({ url }) => (url.endsWith('refresh/') ? answer(401, { detail: 'other', code: 'x' }) : expired()));
    expect(await problemOf(transport.send(get))).toEqual({
      kind: 'signed out',
      detail: 'Token is invalid or expired.',
      code: 'token_not_valid',
    });
    expect(tokens.get()).toBeNull();
  });

  it('are kept where the refresh fails for another reason', async () => {
    const { transport, tokens } = wireOf(({ url }) => (url.endsWith('refresh/') ? answer(503, {}, { 'retry-after': '7' }) : expired()));
    expect(await problemOf(transport.send(get))).toMatchObject({ kind: 'later', retryAfter: 7 });
    expect(tokens.get()).toEqual(pair(1));
  });

  it('are refreshed once for a request: a second refusal is thrown', async () => {
    const { transport, sent } = wireOf(({ url }) => (url.endsWith('refresh/') ? answer(200, pair(2)) : expired()));
    expect(await problemOf(transport.send(get))).toMatchObject({ kind: 'signed out' });
    expect(sent).toHaveLength(3);
  });

  it('are not refreshed without tokens, and not for other refusals', async () => {
    for (const [given, status] of [
      [null, 401],
      [pair(1), 403],
      [pair(1), 500],
    ] as const) {
      const { transport, sent } = wireOf(() => answer(status, {}), given);
      expect(await problemOf(transport.send(get))).toBeDefined();
      expect(sent).toHaveLength(1);
    }
  });
});

describe('errorOf', () => {
  const detail = 'words';
  it.each<[number, unknown, Problem]>([
    [
      400,
      { detail, a: ['x'], non_field_errors: ['y'], code: 'invalid' },
      { kind: 'invalid', detail, fields: { a: ['x'], non_field_errors: ['y'] }, operations: undefined },
    ],
    [400, { detail, operations: [{ a: ['x'] }] }, { kind: 'invalid', detail, fields: {}, operations: [{ a: ['x'] }] }],
    [400, { detail, code: 'action_failed' }, { kind: 'action failed', detail }],
    [401, { detail, code: 'c' }, { kind: 'signed out', detail, code: 'c' }],
    [403, { detail, code: 'c' }, { kind: 'forbidden', detail, code: 'c' }],
    [404, { detail }, { kind: 'not found', detail }],
    [409, { detail, code: 'locked' }, { kind: 'locked', detail }],
    [409, { detail, code: 'protected', blocked_by: [1] }, { kind: 'protected', detail, blockedBy: [1] as never }],
    [409, { detail, code: 'protected' }, { kind: 'protected', detail, blockedBy: [] }],
    [409, { detail, code: 'c' }, { kind: 'refused', detail, code: 'c' }],
    [412, { detail, current: { a: 1 } }, { kind: 'conflict', detail, current: { a: 1 } }],
    [412, { detail }, { kind: 'conflict', detail, current: null }],
    [429, { detail, code: 'c' }, { kind: 'later', detail, code: 'c', retryAfter: 1 }],
    [503, { detail, code: 'c' }, { kind: 'later', detail, code: 'c', retryAfter: 1 }],
    [422, { detail, code: 'c' }, { kind: 'refused', detail, code: 'c' }],
    [500, { detail }, { kind: 'broken', detail, requestId: 'r' }],
    [500, 'no object', { kind: 'broken', detail: 'The service answered 500.', requestId: 'r' }],
    [504, { detail }, { kind: 'unreachable', detail: 'The service could not be reached.' }],
    [499, null, { kind: 'refused', detail: 'The service answered 499.', code: '' }],
  ])('makes a problem of %d %j', async (status, body, problem) => {
    const error = await errorOf(answer(status, body, { 'x-request-id': 'r' }));
    expect([error.problem, error.status, error.message]).toEqual([problem, status, problem.detail]);
  });

  it('needs no JSON', async () => {
    expect((await errorOf(new Response('<html>', { status: 502 }))).problem).toEqual({
      kind: 'unreachable',
      detail: 'The service could not be reached.',
    });
  });
});

describe('settled', () => {
  it('is the value, or the problem; other errors are thrown', async () => {
    const error = new ApiError({ kind: 'not found', detail: 'x' }, 404);
    expect(await settled(Promise.resolve(7))).toEqual({ ok: true, value: 7 });
    expect(await settled(Promise.reject(error))).toEqual({ ok: false, problem: error.problem });
    await expect(settled(Promise.reject(new RangeError('a bug')))).rejects.toThrow(RangeError);
  });
});
