import type { UndoConflictField } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { conflictText } from './conflicts.tsx';

const now = new Date('2026-11-30T10:00:00Z');
const text = (state: UndoConflictField['state'], more: Partial<UndoConflictField> = {}): string =>
  conflictText('Status', { state, by: null, at: null, change_set: null, ...more }, now);

describe('a conflict', () => {
  it('says who has changed a value since, and when', () => {
    expect(text('changed', { by: 'Ann', at: '2026-11-30T09:50:00Z' })).toMatch(/^Status was changed since by Ann, 10 min\.? ago\.$/);
    expect(text('changed')).toBe('Status was changed since.');
  });

  it('says each other reason', () => {
    expect((['taken', 'parent_missing', 'blocked', 'not_kept', 'exists'] as const).map((state) => text(state))).toEqual([
      'Status: another row has this value by now.',
      'Status: the row that it pointed at is gone.',
      'Status: other rows need it by now.',
      'Status: the former value was not kept.',
      'Status: there is one with this key again.',
    ]);
  });
});
