import { describe, expect, it } from 'vitest';
import { type Recorded, type SetRow, type TableFacts, verdictOn } from './set-row.ts';

const values = (of: Readonly<Record<string, string | null>>): Recorded => new Map(Object.entries(of));
const facts: TableFacts = {
  isRestored: (column) => column !== 'updated' && column !== 'total',
  isGenerated: (column) => column === 'total',
  isReference: (column) => column === 'boss',
  hasTriggers: false,
  hasField: (column) => column !== 'secret',
  columns: new Set(['id', 'name', 'boss', 'updated']),
  isSameValue: (one, other) => one === other,
};
const none = values({});
const row = (of: Partial<SetRow>): SetRow => ({
  rowKey: '1',
  operation: 'update',
  isIndirect: false,
  before: none,
  after: none,
  omitted: [],
  now: none,
  ...of,
});
const conflict = (columns: object): object => ({ kind: 'conflict', columns: new Map(Object.entries(columns)) });

describe('what is restored of a row', () => {
  const renamed = { before: values({ name: 'a', updated: '1' }), after: values({ name: 'b', updated: '2' }) };

  it.each([
    ['is as it was left', { ...renamed, now: values({ name: 'b', updated: '9' }) }, { kind: 'restore', columns: ['name'] }],
    ['is as it was before', { ...renamed, now: values({ name: 'a', updated: '9' }) }, { kind: 'same' }],
    ['was changed since', { ...renamed, now: values({ name: 'c' }) }, conflict({ name: 'changed' })],
    ['is gone', { ...renamed, now: null }, conflict({ name: 'changed' })],
    ['lost a value that is not kept', { ...renamed, omitted: ['secret'], now: values({ name: 'b' }) }, conflict({ secret: 'not_kept' })],
    ['changed in a column that was dropped', { before: values({ old: '1' }), after: values({ old: '2' }) }, conflict({ old: 'not_kept' })],
    [
      'lost a reference that was replaced',
      { isIndirect: true, before: values({ boss: '1' }), after: values({ boss: null }), now: values({ boss: '2' }) },
      { kind: 'same' },
    ],
    [
      'gave up a reference by itself',
      { before: values({ boss: '1' }), after: values({ boss: null }), now: values({ boss: '2' }) },
      conflict({ boss: 'changed' }),
    ],
    ['was created and is gone', { operation: 'create', after: values({ id: '1' }), now: null }, { kind: 'same' }],
    [
      'was created',
      { operation: 'create', after: values({ id: '1', total: '2' }), now: values({ id: '1', total: '3' }) },
      { kind: 'restore', columns: [] },
    ],
    [
      'was created and changed',
      { operation: 'create', after: values({ id: '1', name: 'a' }), now: values({ id: '1', name: 'b' }) },
      conflict({ name: 'changed' }),
    ],
    [
      'was deleted',
      { operation: 'delete', before: values({ id: '1', updated: '1', total: '2' }), now: null },
      { kind: 'restore', columns: ['id', 'updated'] },
    ],
    ['was deleted and is back', { operation: 'delete', before: values({ id: '1' }), now: values({ id: '1' }) }, { kind: 'same' }],
    [
      'has its key taken',
      { operation: 'delete', before: values({ id: '1', name: 'a' }), now: values({ id: '1', name: 'b' }) },
      conflict({ '': 'exists' }),
    ],
    [
      'was deleted with what is not kept',
      { operation: 'delete', before: values({ id: '1' }), omitted: ['secret'], now: null },
      conflict({ secret: 'not_kept' }),
    ],
  ] as const)('that %s', (_, part, verdict) => {
    expect(verdictOn(row(part as Partial<SetRow>), facts)).toEqual(verdict);
  });

  it('is only what is asked for', () => {
    const both = row({
      before: values({ name: 'a', boss: '1' }),
      after: values({ name: 'b', boss: '2' }),
      now: values({ name: 'c', boss: '2' }),
    });
    expect(verdictOn(both, facts, new Set(['boss']))).toEqual({ kind: 'restore', columns: ['boss'] });
    expect(verdictOn(both, facts, new Set(['name']))).toEqual(conflict({ name: 'changed' }));
  });

  it('is not what triggers keep in columns that nobody sees', () => {
    const change = row({ before: values({ name: 'a' }), after: values({ name: 'b' }), now: values({ name: 'b' }), omitted: ['secret'] });
    expect(verdictOn(change, { ...facts, hasTriggers: true })).toEqual({ kind: 'restore', columns: ['name'] });
  });
});
