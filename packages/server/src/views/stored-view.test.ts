import { describe, expect, it } from 'vitest';
import { defaultFor, defaultsOf, type StoredView } from './stored-view.ts';

const support = { value: 3, label: 'Support' };

function view(id: number, more: Partial<StoredView>): StoredView {
  const content = { model: 'm.A', name: 'x', query: '', display: '{}', sharing: { kind: 'all' }, isDefault: true } as const;
  return { ...content, id, owner: '1', version: 1, isMember: false, ...more };
}

describe('the view with which a list opens', () => {
  it('is that of a group of the user, then that of all; of several groups, the oldest', () => {
    const all = view(1, {});
    const group = view(5, { sharing: { kind: 'group', group: support }, isMember: true });
    const later = view(6, { sharing: { kind: 'group', group: { value: 4, label: 'Sales' } }, isMember: true });
    expect([...defaultsOf([all, later, group])]).toEqual([['m.A', 5]]);
    expect([...defaultsOf([all, view(7, { model: 'm.B' })])]).toEqual([
      ['m.A', 1],
      ['m.B', 7],
    ]);
  });

  it('is none of a group that the user is not in, and none that is no default', () => {
    expect([...defaultsOf([view(1, { isDefault: false }), view(2, { sharing: { kind: 'group', group: support } })])]).toEqual([]);
  });

  it('is one for each group and for all, and none of a single user', () => {
    expect(defaultFor(view(1, {}))).toBe('m.A all');
    expect(defaultFor(view(1, { sharing: { kind: 'group', group: support } }))).toBe('m.A 3');
    expect(defaultFor(view(1, { sharing: { kind: 'own' } }))).toBeNull();
    expect(defaultFor(view(1, { isDefault: false }))).toBeNull();
  });
});
