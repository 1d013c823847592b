import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sqliteDialect } from '../test-models/dialects.ts';
import { fieldOf, modelOf, pathOf, shopOf } from '../test-models/models.ts';
import { allOf, containsAny, equals, isOneOf } from '../plan/condition.ts';
import { Parameter, plain } from '../plan/parameter.ts';
import { SourceSql } from '../plan/write.ts';
import { statementKeyOf } from './statement-key.ts';

const order = modelOf(shopOf(), 'shop.Order');
const other = modelOf(shopOf(), 'shop.Order');
const status = pathOf(order, 'status');
const keyOf = (data: object, plan?: object): string => statementKeyOf(data, sqliteDialect.fragments, plan).key;

describe('the key of a statement', () => {
  it('leaves the values of parameters out, and keeps their kinds', () => {
    expect(keyOf({ limit: plain(1) })).toBe(keyOf({ limit: plain('x') }));
    expect(keyOf({ limit: plain(1) })).not.toBe(keyOf({ limit: new Parameter('texts', { given: ['1'] }) }));
    expect(keyOf(equals(status, 'open'))).toBe(keyOf(equals(status, 'paid')));
    expect(keyOf(equals(status, 'open'))).not.toBe(keyOf(isOneOf(status, ['open'])));
    expect(keyOf({ limit: plain(1) })).toBe('{limit:?plain;}');
  });

  it('has the form of a search, which its SQL depends on', () => {
    expect(keyOf(containsAny(status, ['a']))).toBe(keyOf(containsAny(status, ['b'])));
    expect(keyOf(containsAny(status, ['a']))).not.toBe(keyOf(containsAny(status, ['é'])));
  });

  it('lists the parameters in the order of the data', () => {
    const [first, second, third] = [plain(1), plain(2), plain(3)];
    const { parameters } = statementKeyOf({ a: [first, { b: second }], c: third }, sqliteDialect.fragments);
    expect(parameters).toEqual([first, second, third]);
    expect(parameters[1]).toBe(second);
    const condition = allOf([equals(status, 'open'), equals(pathOf(order, 'total'), '1')]);
    expect(statementKeyOf(condition, sqliteDialect.fragments).parameters.map(({ binding }) => 'given' in binding && binding.given)).toEqual(
      ['open', '1'],
    );
  });

  it.each<[object, object]>([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, { a: 1n.toString() }],
    [{ a: true }, { a: 'true' }],
    [{ a: null }, { a: undefined }],
    [{ a: null }, { a: 'null' }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1, b: 2 }, { a: { b: 2 } }],
    [{ a: '1;b:2' }, { a: '1', b: '2' }],
    [{ a: ['x', 'y'] }, { a: ['x,y'] }],
    [{ a: ['x'] }, { a: 'x' }],
    [{ a: [[1], 2] }, { a: [[1, 2]] }],
    [{ a: {} }, { a: [] }],
    [{ a: {} }, {}],
  ])('tells %j from %j', (one, another) => expect(keyOf(one)).not.toBe(keyOf(another)));

  it('writes plain data as it is', () => {
    expect(keyOf({ a: 1, b: ['x', null, true], c: { d: undefined } })).toBe('{a:1;b:["x",null,true];c:{d:undefined;};}');
  });

  it.each(['model', 'field', 'fields', 'labelFields', 'same', 'target', 'table'])('knows a %s by its identity', (name) => {
    expect(keyOf({ [name]: order })).toBe(keyOf({ [name]: order }));
    expect(keyOf({ [name]: order })).not.toBe(keyOf({ [name]: other }));
    expect(keyOf({ [name]: order })).toMatch(/^\{\w+:#\d+;\}$/);
    expect(keyOf({ [name]: undefined })).toBe(`{${name}:undefined;}`);
    expect(keyOf({ [name]: null })).toBe(`{${name}:null;}`);
    expect(keyOf({ [name]: 'x' })).toBe(`{${name}:"x";}`);
  });

  it('knows a list of definitions by its elements', () => {
    const [number, memo] = [fieldOf(order, 'number'), fieldOf(order, 'memo')];
    expect(keyOf({ fields: [number, memo] })).toBe(keyOf({ fields: [number, memo] }));
    expect(keyOf({ fields: [number, memo] })).not.toBe(keyOf({ fields: [memo, number] }));
    expect(keyOf({ fields: [number, memo] })).not.toBe(keyOf({ fields: [number] }));
    expect(keyOf({ fields: [number] })).not.toBe(keyOf({ fields: [[number]] }));
    expect(keyOf({ fields: [number, memo] })).toMatch(/^\{fields:\[#\d+,#\d+\];\}$/);
    const list = [number, memo];
    expect(keyOf({ fields: list })).toBe(keyOf({ fields: list }));
  });

  it('has the text of a source’s own SQL', () => {
    const now = (text: string): object => ({ written: new SourceSql(sql`now()`, text) });
    expect(keyOf(now('now'))).toBe(keyOf(now('now')));
    expect(keyOf(now('now'))).not.toBe(keyOf(now('then')));
    expect(keyOf(now('a"b'))).toBe('{written:"a\\"b";}');
  });

  it.each([
    'filters',
    'search',
    'unknownOrdering',
    'isRequestedOrder',
    'words',
    'key',
    'keys',
    'forWriter',
    'isNew',
    'action',
    'chosen',
    'narrowing',
  ])('leaves "%s" of a plan out: the condition has it', (name) => {
    const plan = { [name]: 1, limit: 2 };
    expect(keyOf({ plan }, plan)).toBe('{plan:{limit:2;};}');
    expect(keyOf({ plan })).toBe(`{plan:{${name}:1;limit:2;};}`);
    const inner = { inner: { [name]: 1 } };
    expect(keyOf(inner, inner)).toBe(`{inner:{${name}:1;};}`);
  });

  it('throws for what has no text', () => {
    expect(() => keyOf({ a: () => {} })).toThrow('A plan contains a function or a symbol.');
    expect(() => keyOf({ a: Symbol('x') })).toThrow('A plan contains a function or a symbol.');
    expect(() => keyOf({ model: Symbol('x') })).toThrow('A plan contains a function or a symbol.');
    expect(() => keyOf({ a: [() => {}] })).toThrow(TypeError);
  });
});
