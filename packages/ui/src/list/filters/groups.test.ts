import { describe, expect, it } from 'vitest';
import { filtersOfGroup, groupOf } from './groups.ts';

describe('the alternatives of a list', () => {
  it('are read as they were written', () => {
    for (const kind of ['any', 'none'] as const) {
      const group = { kind, alternatives: [{ status: ['new', 'paid'], total__gte: '10' }, { 'placed~in': 'today' }] };
      expect(groupOf(filtersOfGroup(group)['_filter'])).toEqual(group);
    }
    expect(filtersOfGroup({ kind: 'any', alternatives: [{}, {}] })).toEqual({});
    expect(filtersOfGroup({ kind: 'any', alternatives: [{}, { a: 1 }] })).toEqual({ _filter: '{"or":[{"a":1}]}' });
  });

  it('are not read from groups that are made in another way', () => {
    const others = ['', 'x', '5', '[]', '{}', '{"or":[]}', '{"or":[{}]}', '{"or":{}}', '{"or":[{"a":1}],"b":2}', '{"or":[{"a":{"b":1}}]}'];
    const nested = [
      '{"and":[{"a":1}]}',
      '{"or":[{"or":[{"a":1}]}]}',
      '{"not":{"a":1}}',
      '{"not":{"or":[{"a":1}],"b":1}}',
      '{"or":[{"a":[]}]}',
    ];
    for (const text of [...others, ...nested]) expect(groupOf(text)).toBeUndefined();
    expect(groupOf({ or: [{ a: 1 }] })).toBeUndefined();
  });
});
