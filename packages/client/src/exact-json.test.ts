import { describe, expect, it } from 'vitest';
import { Client } from './client.ts';
import { ExactNumber, exactJson } from './exact-json.ts';
import { isSame } from './react-admin/records.ts';

const { parse, stringify } = exactJson;

describe('exact JSON', () => {
  it.each([
    '{"a":12345678901234567890}',
    '[0.12345678901234567890,-9007199254740993]',
    '1e400',
    '[1,{"b":[9007199254740993,"9007199254740993"]},null]',
    '{"a\\"12345678901234567890":"[12345678901234567890,"}',
  ])('is the text that was read: %s', (json) => {
    expect(stringify(parse(json))).toBe(json);
  });

  it('has a number where JavaScript has the same one', () => {
    const json = '[1.50, 0.1, -1e3, 1E-7, 100000000000000000000, 0, -0, 0.0, 9007199254740991]';
    expect(parse(json)).toEqual(JSON.parse(json));
  });

  it('has the text of a number that would be rounded', () => {
    const [long] = parse('[9007199254740993]') as [ExactNumber];
    expect(long).toBeInstanceOf(ExactNumber);
    expect([String(long), Number(long), JSON.stringify(long)]).toEqual(['9007199254740993', 9007199254740992, '"9007199254740993"']);
    expect(stringify({ long }, 2)).toBe('{\n  "long": 9007199254740993\n}');
  });

  it('tells such numbers apart', () => {
    const [one, other] = parse('[9007199254740993,9007199254740995]') as [unknown, unknown];
    expect([isSame(one, other), isSame(one, String(one)), isSame(one, parse('9007199254740993'))]).toEqual([false, false, true]);
  });

  it.each(['{12345678901234567890: 1}', '[1,', '01', '[12345678901234567890,]'])('refuses what is no JSON: %s', (json) => {
    expect(() => parse(json)).toThrow(SyntaxError);
  });
});

describe('a client with exact JSON', () => {
  it('reads every number as it was written, also in an error, and sends it so', async () => {
    const sent: unknown[] = [];
    const fetched: typeof fetch = (_input, init) => {
      sent.push(init?.body);
      const isRead = init?.method === 'GET';
      const body = isRead ? '{"id":1,"data":{"n":9007199254740993}}' : '{"detail":"x","current":{"data":9007199254740995}}';
      return Promise.resolve(new Response(body, { status: isRead ? 200 : 412 }));
    };
    const rows = new Client({ baseUrl: 'http://service.test/', fetch: fetched, json: exactJson }).model('m.J');
    const { row } = await rows.get(1);
    expect(stringify(row)).toBe('{"id":1,"data":{"n":9007199254740993}}');
    const refused = await rows.update(1, { data: row['data'] }).catch((error: unknown) => error);
    expect(stringify(refused)).toContain('"current":{"data":9007199254740995}');
    expect(sent).toEqual([undefined, '{"data":{"n":9007199254740993}}']);
  });
});
