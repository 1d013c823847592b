import { describe, expect, it } from 'vitest';
import { refusalOf } from '../test-models/models.ts';
import { noWriteOptions, optionsInBody, optionsInQuery } from './write-options.ts';

const inQuery = (query: string) => optionsInQuery(new URLSearchParams(query));
const token = 'abcdefghijklmnopqrstu_';

describe('the options of a write', () => {
  it('are none where the request has none', () => {
    expect(inQuery('format=json')).toEqual(noWriteOptions);
    const body = { ids: [1] };
    expect(optionsInBody(body)).toEqual({ options: noWriteOptions, rest: body });
  });

  it.each([
    ['dry_run=true', { dry_run: true }, { isDryRun: true }],
    ['dry_run=false', { dry_run: false }, {}],
    [`if_preview=${token}`, { if_preview: token }, { preview: token }],
    ['reason=%20late%20', { reason: ' late ' }, { reason: 'late' }],
    ['reason=', { reason: '  ' }, {}],
    [`reason=${'x'.repeat(1000)}`, { reason: `${'x'.repeat(1000)} ` }, { reason: 'x'.repeat(1000) }],
    [`if_preview=${token}&dry_run=false&reason=r`, { if_preview: token, dry_run: false, reason: 'r' }, { preview: token, reason: 'r' }],
  ])('are read: %s', (query, body, expected) => {
    expect(inQuery(query)).toEqual({ ...noWriteOptions, ...expected });
    expect(optionsInBody({ ...body, ids: [] })).toEqual({ options: { ...noWriteOptions, ...expected }, rest: { ids: [] } });
  });

  it.each([
    ['dry_run', ['', '1', 'True', 'null'], ['true', null, 1, 0, '', {}]],
    ['reason', ['x'.repeat(1001), 'a%00b'], [null, 1, ['x'], { a: 1 }, 'x'.repeat(1001), 'a\0b', '\ud800']],
  ])('are refused if %s is malformed', (name, texts, values) => {
    for (const text of texts) expect(refusalOf(() => inQuery(`${name}=${text}`))?.fields, text).toHaveProperty(name);
    for (const value of values) expect(refusalOf(() => optionsInBody({ [name]: value }))?.fields, String(value)).toHaveProperty(name);
    expect(refusalOf(() => inQuery(`${name}=true&${name}=true`))?.fields).toHaveProperty(name);
  });

  it.each(['', 'x', `${token}a`, token.slice(1), `${token.slice(1)}%20`, `${token}&if_preview=${token}`])(
    'never ignore a token: %j',
    (text) => {
      expect(refusalOf(() => inQuery(`if_preview=${text}`))).toMatchObject({ code: 'preview_unknown' });
    },
  );

  it.each([null, 1, true, '', {}, [token]])('never ignore what is no token: %j', (value) => {
    expect(refusalOf(() => optionsInBody({ if_preview: value }))).toMatchObject({ code: 'preview_unknown' });
  });

  it('have no token where the request is only tried', () => {
    expect(refusalOf(() => inQuery(`dry_run=true&if_preview=${token}`))?.fields).toHaveProperty('if_preview');
  });

  it('leave other members of a body alone', () => {
    const body = JSON.parse('{"__proto__": 1, "params": {"reason": 2}, "reason": "r"}') as Record<string, unknown>;
    const { rest } = optionsInBody(body);
    expect(Object.entries(rest)).toEqual([
      ['__proto__', 1],
      ['params', { reason: 2 }],
    ]);
  });
});
