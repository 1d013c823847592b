import { exactJson } from '@grimoire/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { field, schemaOf } from '../../testing/schemas.ts';
import { dashboardStore } from '../../store/tab-store.ts';
import { draftKey, keepDraft, readDraft } from '../../store/kept-draft.ts';
import { changedValues, enteredInLines, inputsOf } from './draft-store.ts';

describe('a draft of a form', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 0, 2, 12) }));
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });
  const draft = { at: new Date(2026, 0, 2, 12).getTime(), etag: '"1"', lines: '[]', values: { note: 'x' } };
  const key = draftKey(['/api/', '1', 'shop.Order', '7']);

  it('is kept for a day', () => {
    const store = dashboardStore();
    keepDraft(store, key, draft);
    expect(readDraft(store, key)).toEqual(draft);
    vi.setSystemTime(new Date(2026, 0, 3, 11, 59));
    expect(readDraft(store, key)).toEqual(draft);
    vi.setSystemTime(new Date(2026, 0, 3, 12, 1));
    expect(readDraft(store, key)).toBeNull();
    expect(store.getItem(key)).toBeUndefined();
  });

  it('has numbers as they were written', () => {
    const store = dashboardStore();
    const values = { data: exactJson.parse('{"n":9007199254740993}') };
    keepDraft(store, key, { ...draft, values });
    expect(exactJson.stringify(readDraft(store, key)?.values)).toBe('{"data":{"n":9007199254740993}}');
  });

  it('is removed where nothing is changed, and where it is too long for a browser', () => {
    const store = dashboardStore();
    keepDraft(store, key, draft);
    keepDraft(store, key, { ...draft, values: {} });
    expect(store.getItem(key)).toBeUndefined();
    keepDraft(store, key, { ...draft, values: { note: 'x'.repeat(200_000) } });
    expect(store.getItem(key)).toBeUndefined();
  });

  it('is not read from what something else has written', () => {
    const store = dashboardStore();
    for (const value of [5, 'x', [], { ...draft, at: 'now' }, { ...draft, values: null }, { ...draft, etag: 5 }, { ...draft, lines: 1 }]) {
      store.setItem(key, value);
      expect(readDraft(store, key)).toBeNull();
    }
  });

  it('has what is changed, in lines too, and nothing that is write-only', () => {
    const secret = field('password', { write_only: true });
    const schema = schemaOf('shop.User', [field('name'), secret]);
    const first = { name: 'a', password: null, _inlines: [{ rows: [] }] };
    const now = { name: 'b', password: 'hidden', _inlines: [{ rows: [{ name: 'c', password: 'hidden', _pk: 1 }] }] };
    expect(changedValues(schema, [schema], { first, now })).toEqual({
      name: 'b',
      _inlines: [{ rows: [{ name: 'c', _pk: 1 }], entered: [{ number: 1, values: { name: 'c' }, isNew: false }] }],
    });
    expect(changedValues(schema, [schema], { first, now: { ...first, password: 'hidden' } })).toEqual({});
  });

  it('has what was entered into each line: changed, emptied, new and removed ones', () => {
    const line = schemaOf('shop.Line', [field('product'), field('note'), field('sent', { default: false })]);
    const row = (pk: number, note: string | null, sent = false) => ({ _pk: pk, product: 'tea', note, sent });
    const first = { _inlines: [{ rows: [row(1, 'a'), row(2, 'b'), row(3, 'c'), row(4, 'd', true), row(5, null)] }] };
    const added = { product: 'milk', note: '', sent: false };
    const now = { _inlines: [{ rows: [row(1, 'x'), row(3, ''), row(4, 'd', false), row(5, ''), added] }] };
    const values = changedValues(line, [line], { first, now });
    expect(enteredInLines(values, 0)).toEqual([
      { number: 1, values: { note: 'x' }, isNew: false },
      { number: 2, values: { note: '' }, isNew: false },
      { number: 3, values: { sent: false }, isNew: false },
      { number: 5, values: { product: 'milk' }, isNew: true },
      { number: 2, values: null, isNew: false },
    ]);
    expect(enteredInLines(values, 1)).toEqual([]);
    expect(inputsOf(values)).toEqual([['_inlines.0.rows', now._inlines[0]?.rows]]);
  });

  it('is read from what something else has written without an error', () => {
    for (const lists of [5, 'x', {}, [5], [null], [{ rows: 5, entered: 5 }], [{ rows: [5], entered: [5, {}, { number: 1, values: 5 }] }]]) {
      expect(enteredInLines({ _inlines: lists }, 0)).toEqual([]);
      for (const [, value] of inputsOf({ _inlines: lists })) expect(value).toEqual([]);
    }
  });
});
