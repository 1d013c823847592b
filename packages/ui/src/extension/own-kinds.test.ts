import { afterEach, expect, it, vi } from 'vitest';
import { kindOf } from '../kinds/registry.ts';
import { OwnKinds, ownKinds } from './own-kinds.ts';

const Cell = () => null;
const widget = { kind: 'own', name: 'stars' } as const;

afterEach(() => ownKinds.set({}));

it('show a field by the kind that its widget names, and keep the rest of its type', () => {
  const plain = kindOf({ type: 'IntegerField' });
  ownKinds.set({ kinds: { stars: { Cell } } });
  const own = kindOf({ type: 'IntegerField', widget });
  expect(own.Cell).not.toBe(plain.Cell);
  expect([own.Input, own.operators, own.column]).toEqual([plain.Input, plain.operators, plain.column]);
  // A component that was made again would lose what was entered.
  expect(kindOf({ type: 'IntegerField', widget })).toBe(own);
});

it('that are unknown are those of the type, which the console says once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const kinds = new OwnKinds();
  expect([kinds.get('moons'), kinds.get('moons')]).toEqual([undefined, undefined]);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('has the kind "moons"')]]);
  expect(kindOf({ type: 'IntegerField', widget })).toBe(kindOf({ type: 'IntegerField' }));
  warn.mockRestore();
});
