import { gzipSync } from 'node:zlib';
import { templateOf } from '../support/openapi.ts';
import { type Generator, segment } from './generator.ts';
import type { Move } from './read-requests.ts';
import type { Sent } from './session.ts';
import type { FuzzUser } from './users.ts';

/** A body that is broken, or of another kind than it says. */
export function bodyMove(generator: Generator): Move {
  const { dice } = generator;
  const [user, plan] = [generator.user(), generator.plan()];
  const path = dice.pick([
    `/r/${plan.key}/`,
    `/r/${plan.key}/`,
    `/r/${plan.key}/${segment(generator.key(user, plan))}/`,
    `/r/${plan.key}/bulk/`,
    `/r/${plan.key}/action/show/`,
    '/auth/login/',
    '/auth/refresh/',
  ]);
  const method = /^\/r\/[^/]+\/(?!bulk|action)[^/]+\/$/.test(path) ? 'PATCH' : 'POST';
  const field = JSON.stringify(dice.pick(plan.table.columns)?.field ?? 'id');
  const text = dice.pick([
    JSON.stringify(generator.json()),
    JSON.stringify({ [generator.field(plan)]: generator.json(), [generator.field(plan)]: generator.text() }),
    `{${field}: 1, ${field}: "two"}`,
    `{"__proto__": {"isSuperuser": true}, ${field}: 1}`,
    `{"constructor": {"prototype": {"x": 1}}}`,
    `{${field}: ${'['.repeat(dice.pick([10, 199, 201, 5000]))}`,
    `{${field}: ${'[1,'.repeat(150)}1${']'.repeat(150)}}`,
    `{${field}: ${dice.pick(['1e999', '-1e999', '123456789012345678901234567890', '0.1000000000000000055511151231257827', '-0', '01', '1.', '.5', 'NaN', '0x1'])}}`,
    `{${field}: "${dice.pick(['\\ud800', '\\u0000', '\\x41', 'a\nb', '\\u00e9', '\u2028'])}"}`,
    `{${field}: `,
    '',
    ' ',
    'null',
    '\ufeff{}',
    '{"ids": [1, 1, "1", null, {}, []]}',
    '{"action": "delete", "ids": [null]}',
    '{"operations": [{"op": "create", "data": {"$ref": 0}}, {"op": "delete", "pk": {"$ref": 0}}, {"op": "x"}]}',
    `{"operations": [{"op": "update", "pk": {"$ref": ${dice.pick(['-1', '5', '1.5', '"0"', 'null'])}}, "data": {}}]}`,
    '{"all_filtered": true, "params": {"__proto__": 1, "nothing": []}}',
    '{"username": "root", "password": {"$ne": ""}}',
    '{"refresh": "e30.e30.x"}',
    `{${field}: "${'x'.repeat(dice.pick([70, 5000]))}"}`,
  ]);
  return {
    request: { kind: 'body', user: path.startsWith('/auth') ? anonymous(generator) : user, method, path, ...encodedBody(generator, text) },
  };
}

function anonymous({ session }: Generator): FuzzUser {
  return session.users.find(({ credentials }) => credentials === 'none') ?? (session.users[0] as FuzzUser);
}

/** More than a body may have, once it is decompressed. */
const tooLarge = new Uint8Array(gzipSync(`{"a": "${'x'.repeat(1_200_000)}"}`));

function encodedBody(generator: Generator, text: string): Pick<Sent, 'body' | 'headers'> {
  const { dice } = generator;
  const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
  const key = { 'idempotency-key': dice.pick(['a', 'b', 'ü', 'x'.repeat(256), '']) };
  const boundary = '----x';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"; filename="../../x"\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  return dice.pick([
    { body: text },
    { body: text },
    { body: text },
    { body: text, headers: key },
    {
      body: text,
      headers: {
        'content-type': dice.pick([
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=latin1',
          'application/json;charset=utf-8',
          'APPLICATION/JSON',
          'json',
          '',
          'application/merge-patch+json',
        ]),
      },
    },
    {
      body: part,
      headers: {
        'content-type': dice.pick([
          `multipart/form-data; boundary=${boundary}`,
          'multipart/form-data',
          `multipart/mixed; boundary="${boundary}`,
        ]),
      },
    },
    { body: bytes(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])) },
    { body: bytes(Buffer.from(text, 'utf16le')) },
    { body: bytes(gzipSync(text)), headers: { 'content-encoding': 'gzip' } },
    { body: bytes(gzipSync(text).subarray(0, 15)), headers: { 'content-encoding': 'gzip' } },
    { body: text, headers: { 'content-encoding': dice.pick(['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'x']) } },
    { body: tooLarge, headers: { 'content-encoding': 'gzip' } },
    { body: dice.chance(0.1) ? `{"a": "${'x'.repeat(1_100_000)}"}` : text },
  ]);
}

/** Another method than the path has, or odd headers. */
export function methodMove(generator: Generator): Move {
  const { dice, session } = generator;
  const [user, plan] = [generator.user(), generator.plan()];
  const path = dice.pick([
    `/r/${plan.key}/`,
    `/r/${plan.key}/${segment(generator.key(user, plan))}/`,
    `/r/${plan.key}/bulk/`,
    `/schema/${plan.key}/`,
    '/auth/me/',
    '/config/',
    '/nothing/',
  ]);
  const method = dice.pick(['PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'FOO', 'get', 'LINK', 'GET', 'GET']);
  const root = session.documents.get(session.users[0] ?? user);
  // A delete of a row is a request of its own.
  if (method === 'DELETE' && root && templateOf(root, path)?.includes('{pk}'))
    return { request: { kind: 'method', user, method: 'PUT', path } };
  const headers: Readonly<Record<string, string>> = dice.pick<
    readonly [Readonly<Record<string, string>>, ...Readonly<Record<string, string>>[]]
  >([
    {},
    { accept: dice.pick(['text/html', '*/*', 'application/xml', '']) },
    { 'accept-encoding': dice.pick(['gzip', 'br', 'identity;q=0', '*;q=0', 'x']) },
    { 'if-match': dice.pick(['"x"', '*', '"', 'W/"a"', '"a","b"']) },
    { 'if-none-match': '*', 'if-modified-since': 'x' },
    { range: 'bytes=0-1' },
    { origin: 'http://evil.test' },
    { authorization: dice.pick(['Bearer', 'Bearer ', 'Basic eDp5', 'Bearer a.b.c', 'bearer e30.e30.e30', `Bearer ${'x'.repeat(9000)}`]) },
    { cookie: dice.pick(['sessionid=x', 'sessionid=%00; csrftoken=y', '=;;=']) },
    { 'x-forwarded-for': '1.2.3.4, x', 'x-forwarded-host': 'evil.test', 'x-http-method-override': 'DELETE' },
    { 'x-request-id': dice.pick(['a'.repeat(500), '<script>', 'ok-1']) },
  ]);
  return { request: { kind: 'method', user, method, path, headers } };
}
