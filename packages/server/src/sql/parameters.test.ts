import { describe, expect, it } from 'vitest';
import { postgresDialect, sqliteDialect } from '../test-models/dialects.ts';
import { fieldOf, modelOf, shopOf } from '../test-models/models.ts';
import { Parameter, plain } from '../plan/parameter.ts';
import { bound, formOf } from './parameters.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const line = modelOf(registry, 'shop.Line');
const vip = fieldOf(modelOf(registry, 'shop.Customer'), 'vip');
const placed = fieldOf(order, 'placed');
const id = fieldOf(order, 'id');
const start = { where: 'start', isCaseless: false } as const;
const caseless = { where: 'anywhere', isCaseless: true } as const;
const search = (given: readonly string[], match: typeof start | typeof caseless) => new Parameter('search', { given, match });

describe('bound', () => {
  it.each<[string, Parameter, unknown]>([
    ['a value as it is compared', new Parameter('value', { given: true, field: vip }), 1],
    ['a time as it is compared', new Parameter('value', { given: '2026-01-02T03:04:05Z', field: placed }), '2026-01-02T03:04:05'],
    ['a time as it is stored', new Parameter('stored', { given: '2026-01-02T03:04:05Z', field: placed }), '2026-01-02 03:04:05'],
    ['a list', new Parameter('values', { given: [1n, 2n], field: id }), '[1,2]'],
    ['a value of the driver', new Parameter('driver', { given: false }), 0],
    ['texts', new Parameter('texts', { given: ['a', '"'] }), '["a","\\""]'],
    ['a search for a start', search(['a*'], start), 'a[*]*'],
    ['a search regardless of case', search(['a%'], caseless), '%a\\%%'],
    ['a search for a text that is not ASCII', search(['É%'], caseless), '["[\\"é%\\"]","%%\\\\%%"]'],
    ['a search for one of several texts', search(['É', 'x'], caseless), '["é","x"]'],
    ['keys', new Parameter('keys', { given: [[1n, 'a']], fields: line.primaryKey }), '[[1,"a"]]'],
    ['a number', plain(7), 7],
    ['a text', plain('x'), 'x'],
  ])('sends %s to SQLite', (_, parameter, expected) => expect(bound(parameter, sqliteDialect.fragments)).toEqual(expected));

  it('sends values to PostgreSQL as texts', () => {
    expect(bound(new Parameter('value', { given: 7n, field: id }), postgresDialect.fragments)).toBe('7');
    expect(bound(new Parameter('values', { given: [7n, 8n], field: id }), postgresDialect.fragments)).toEqual(['7', '8']);
  });
});

describe('formOf', () => {
  it('is the form of a search, and nothing for other parameters', () => {
    expect(formOf(search(['a'], start), sqliteDialect.fragments)).toBe('glob');
    expect(formOf(search(['a'], caseless), sqliteDialect.fragments)).toBe('like');
    expect(formOf(search(['é'], caseless), sqliteDialect.fragments)).toBe('folded');
    expect(formOf(search(['é', 'a'], caseless), sqliteDialect.fragments)).toBe('function');
    const { fragments } = postgresDialect;
    expect(
      [['a'], ['é'], ['12-3'], ['日本'], ['1', '2'], ['1', 'a'], ['İ1', '2']].map((texts) => formOf(search(texts, caseless), fragments)),
    ).toEqual(['ilike', 'pattern', 'like', 'like', 'like any', 'ilike any', 'pattern']);
    expect(formOf(search(['a'], start), fragments)).toBe('like');
    expect(formOf(plain('a'), sqliteDialect.fragments)).toBe('');
    expect(formOf(new Parameter('texts', { given: ['a'] }), sqliteDialect.fragments)).toBe('');
  });
});
