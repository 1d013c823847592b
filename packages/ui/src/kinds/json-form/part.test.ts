import { describe, expect, it } from 'vitest';
import { partOf, type Shape, titleOf } from './part.ts';
import { newValue, withMember } from './part-value.ts';

function kindOf(schema: object): Shape['kind'] {
  return partOf(schema as Record<string, unknown>).shape.kind;
}

const object = (kind: unknown, more: object = {}): object => ({ type: 'object', properties: { kind, ...more } });

describe('the shape of a schema', () => {
  it.each<[Shape['kind'], object]>([
    ['text', { type: 'string' }],
    ['text', { type: ['string', 'null'] }],
    ['text', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['number', { type: 'integer' }],
    ['flag', { type: 'boolean' }],
    ['choice', { enum: ['a', null] }],
    ['choice', { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }],
    ['object', { properties: { a: {} } }],
    ['object', { allOf: [object({}), object({}, { b: {} })] }],
    ['object', { $ref: '#/$defs/a~1b', $defs: { 'a/b': object({}) } }],
    ['list', { type: 'array', items: { type: 'string' } }],
    ['variants', { oneOf: [object({ const: 'a' }), object({ enum: ['b'] })] }],
    ['json', { oneOf: [object({ const: 'a' }), object({ const: 'a' })] }],
    ['json', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['json', { type: ['string', 'number'] }],
    ['json', { type: 'object', additionalProperties: { type: 'string' } }],
    ['json', { type: 'array' }],
    ['json', { $ref: '#' }],
    ['json', {}],
  ])('is %s of %j', (kind, schema) => expect(kindOf(schema)).toBe(kind));

  it('has the words beside a reference, and whether it may be null', () => {
    const schema = { $ref: '#/$defs/a', title: 'Own', $defs: { a: { type: ['string', 'null'], title: 'Shared', description: 'Help' } } };
    expect(partOf(schema)).toMatchObject({ title: 'Own', help: 'Help', isNullable: true });
  });
});

describe('a new value', () => {
  it('has presets, what must be true or false, null where it must be there, and ends where a schema asks for itself', () => {
    const properties = {
      a: { default: 1 },
      b: { type: 'boolean' },
      c: { type: ['string', 'null'] },
      d: { type: 'string' },
      e: { type: 'boolean' },
    };
    expect(newValue(partOf({ properties, required: ['b', 'c', 'd'] }))).toEqual({ a: 1, b: false, c: null });
    const endless = { properties: { self: { $ref: '#' } }, required: ['self'] };
    expect(JSON.stringify(newValue(partOf(endless))).length).toBeLessThan(200);
  });

  it('keeps the order of members, and those with names of prototypes', () => {
    const before = JSON.parse('{"a":1,"__proto__":2,"b":3}') as object;
    expect(JSON.stringify(withMember(before, 'a', 5))).toBe('{"a":5,"__proto__":2,"b":3}');
    expect(JSON.stringify(withMember(before, '__proto__', undefined))).toBe('{"a":1,"b":3}');
    expect(JSON.stringify(withMember(before, 'c', 4))).toBe('{"a":1,"__proto__":2,"b":3,"c":4}');
  });
});

it.each([
  ['unitPrice', 'Unit price'],
  ['unit_price', 'Unit price'],
  ['SKU', 'SKU'],
])('the title of %s is %s', (name, title) => expect(titleOf(name)).toBe(title));
