import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { model } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Listening, listening } from '../support/listening.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

/** With a key that the database makes: otherwise a row of the right kind is refused too. */
const setup = {
  sqlite: 'CREATE TABLE thing (id INTEGER PRIMARY KEY, name varchar(100), pages integer, data text)',
  postgres: 'CREATE TABLE thing (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, name varchar(100), pages integer, data text)',
};
const json = 'application/json';
const row = (value: string): string => `{"name": ${value}}`;
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const form = (boundary: string, text: string): [type: string, body: string] => [`multipart/form-data; boundary=${boundary}`, text];

/** What is sent: its name, the content type, the body, the status for a new row (CONTRACT §11), and further headers. */
type Case = readonly [
  name: string,
  type: string | null,
  body: string | Buffer,
  expected: 201 | 400 | 413 | 415,
  headers?: Record<string, string>,
];

const cases: readonly Case[] = [
  ['no type', null, row('"a"'), 415],
  ['an empty type', '', row('"a"'), 415],
  ['another type', 'text/plain', row('"a"'), 415],
  ['a type that begins like JSON', 'application/jsonp', row('"a"'), 415],
  ['a form', 'application/x-www-form-urlencoded', 'name=a', 415],
  ['a multipart form', ...form('x', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--x--\r\n'), 415],
  ['a multipart form without its end', ...form('x', '--x\r\nContent-Disposition: form-data'), 415],
  ['a multipart form without a boundary', 'multipart/form-data', '--x--', 415],
  ['another charset', `${json}; charset=utf-16le`, Buffer.from(row('"a"'), 'utf16le'), 400],
  ['bytes that are no UTF-8', json, Buffer.from(row('"Zoë"'), 'latin1'), 400],
  ['compressed bytes that are no UTF-8', json, gzipSync(Buffer.from(row('"Zoë"'), 'latin1')), 400, { 'content-encoding': 'gzip' }],
  ['nothing', json, '', 400],
  ['a part of JSON', json, '{"name": "a', 400],
  ['text after JSON', json, `${row('"a"')} x`, 400],
  ['an array', json, '[]', 400],
  ['a number', json, '7', 400],
  ['null', json, 'null', 400],
  ['a thousand levels', json, row(deep(1000)), 400],
  ['a quarter of a million levels', json, row(deep(250_000)), 400],
  ['a key twice', json, '{"name": "a", "name": "b"}', 201],
  ['a key of a prototype', json, '{"__proto__": {"name": "a"}}', 400],
  ['NUL in a text', json, row('"a\\u0000b"'), 400],
  ['half of a surrogate pair', json, row('"\\ud800"'), 400],
  ['a text of a megabyte', json, row(`"${'a'.repeat(1024 * 1024)}"`), 413],
  ['a text that is too long for its column', json, row(`"${'a'.repeat(500_000)}"`), 400],
  ['a number beyond every range', json, `{"pages": ${'9'.repeat(400)}}`, 400],
  ['a number with a great exponent', json, '{"pages": 1e400}', 400],
  ['a number with a very great exponent', json, '{"pages": 1e999999999}', 400],
  ['a small number with a great exponent', json, '{"pages": 1e-999999999}', 400],
  ['a fraction for an integer', json, '{"pages": 1.5}', 400],
  ['80,000 keys', json, `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(',')}}`, 400],
  ['gzip that is none', json, row('"a"'), 400, { 'content-encoding': 'gzip' }],
  ['half of gzip', json, gzipSync(row('"a"')).subarray(0, 12), 400, { 'content-encoding': 'gzip' }],
  ['a gzip bomb', json, gzipSync(Buffer.alloc(16 * 1024 * 1024, 32)), 413, { 'content-encoding': 'gzip' }],
  ['gzip twice', json, gzipSync(gzipSync(row('"a"'))), 415, { 'content-encoding': 'gzip, gzip' }],
  ['another coding', json, row('"a"'), 415, { 'content-encoding': 'br' }],
];

describe.each(dialects)('a body of the wrong kind on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let site: Listening;
  beforeAll(async () => {
    service = await startService({ dialect, setup: setup[dialect], models: [model('thing', 't.Thing')] });
    root = await service.superuser();
    site = await listening(service.admin);
  });
  afterAll(async () => {
    await site.close();
    await service.close();
  });
  const send = async (path: string, [, type, body, , headers = {}]: Case): Promise<Response> =>
    fetch(`${site.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${root.token}`, ...(type === null ? {} : { 'content-type': type }), ...headers },
      // Text has a type of its own, if none is given.
      body: Buffer.from(body),
    });

  /** Sends a request by hand, the rest of its body after the response has begun. @returns all that comes until the connection is closed */
  const exchange = async (header: string, body: string, rest = ''): Promise<string> => {
    const { hostname, port } = new URL(site.origin);
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname);
      socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
      socket.once('data', () => socket.write(rest));
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
      socket.write(
        `POST /api/r/t.Thing/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${root.token}\r\nContent-Type: ${json}\r\n${header}\r\n\r\n${body}`,
      );
    });
  };

  it.each(cases.map((sent) => ({ name: sent[0], sent })))('is answered with a clear error: $name', async ({ sent }) => {
    const [, , , expected] = sent;
    for (const path of ['r/t.Thing/', 'r/t.Thing/bulk/', 'auth/login/', 'views/']) {
      const answer = await send(path, sent);
      const text = await answer.text();
      // What makes a row is not a body of the others.
      const status = path !== 'r/t.Thing/' && expected === 201 ? 400 : expected;
      expect([path, answer.status, text]).toEqual([path, status, expect.stringMatching(/^\{"/)]);
    }
    expect((await root.get('/r/t.Thing/')).status).toBe(200);
  });

  it.each([
    ['chunks that are none', 'Transfer-Encoding: chunked', 'zz\r\nabc\r\n'],
    ['a chunk that is too long for its length', 'Transfer-Encoding: chunked', '2\r\nabcdef\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5', '{}  '],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
    ['a length that is no number', 'Content-Length: four', '{}  '],
    ['a negative length', 'Content-Length: -4', '{}  '],
  ])('is no request: %s', async (_, header, body) => {
    const answer = await exchange(header, body);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect((await fetch(`${site.baseUrl}config/`)).status).toBe(200);
  });

  // A proxy that can not send the whole body answers 502.
  const long = 'x'.repeat(1_500_000);
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  it.each([
    ['with a length', `Content-Length: ${2 * long.length}`, long, long],
    ['in chunks', 'Transfer-Encoding: chunked', chunk(long), `${chunk(long)}0\r\n\r\n`],
  ])('is refused where it is too long, and may be sent to its end: %s', async (_, header, body, rest) => {
    const answer = await exchange(header, body, rest);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toMatch(/"body_too_large"/);
  });

  it('is not received without end', async () => {
    const answer = await exchange('Content-Length: 1000000000', long, 'x'.repeat(20_000_000)).catch((error: unknown) => String(error));
    expect(answer).toMatch(/^HTTP\/1.1 413 |ECONNRESET|EPIPE/);
  });
});
