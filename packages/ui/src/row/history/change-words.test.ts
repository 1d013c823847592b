import type { HistoryEntry } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../../testing/schemas.ts';
import { changeWords } from './change-words.ts';

const schema = schemaOf(
  'shop.Line',
  [field('status'), field('note'), field('total'), field('day'), field('changed', { editable: false })],
  { verbose_name: 'order line' },
);

function words(entry: object, isOfLine = false): string {
  const { deed, change } = changeWords({ model_label: 'shop.Line', ...entry } as HistoryEntry, schema, isOfLine);
  return `${deed}${change ? ` ${String(change.before)}>${String(change.after)}` : ''}`.trim();
}

describe('the words of an entry', () => {
  it('name the field that was changed, with its values where they are short', () => {
    expect(words({ action: 'update', diff: { status: ['new', 'paid'] } })).toBe('changed status new>paid');
    expect(words({ action: 'update', diff: { status: [null, 'paid'] } })).toBe('changed status null>paid');
    expect(words({ action: 'bulk_update', diff: { status: ['new', 'paid'] } })).toBe('changed status new>paid');
    expect(words({ action: 'update', diff: { note: ['', 'x'.repeat(80)] } })).toBe('changed note');
    expect(words({ action: 'update', diff: { note: [[1], [2]] } })).toBe('changed note');
  });

  it('name two fields, and how many others there are', () => {
    const diff = { status: [1, 2], note: [1, 2], total: [1, 2], day: [1, 2] };
    expect(words({ action: 'update', diff: { status: [1, 2], note: [1, 2] } })).toBe('changed status and note');
    expect(words({ action: 'update', diff })).toBe('changed status, note and 2 more');
  });

  it('leave out what nobody edits, unless it is all', () => {
    expect(words({ action: 'update', diff: { changed: [1, 2], status: ['new', 'paid'] } })).toBe('changed status new>paid');
    expect(words({ action: 'update', diff: { changed: [1, 2] } })).toBe('changed changed 1>2');
  });

  it('say no name of a field that the user does not see', () => {
    expect(words({ action: 'update', diff: { margin: [1, 2] } })).toBe('changed');
    expect(words({ action: 'update', diff: null })).toBe('changed');
  });

  it('name the row of an inline, once', () => {
    expect(words({ action: 'create', object_repr: '1200~3' }, true)).toBe('added order line 1200~3');
    expect(words({ action: 'delete', object_repr: 'Order line 1200~3' }, true)).toBe('deleted Order line 1200~3');
    expect(words({ action: 'update', object_repr: '7', diff: { total: [1, 2] } }, true)).toBe('changed total of order line 7 1>2');
  });

  it('name an action as people know it', () => {
    expect(words({ action: 'refund', action_display: 'refund the order' })).toBe('ran “Refund the order”');
  });
});
