import type { Key } from '@grimoire/protocol';
import { toWire } from '../model/input.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { encodeKeyPart, type KeyValues } from '../request/key.ts';
import { allOf, type Condition, noRow } from './condition.ts';

/** The row of this key. */
export function keyIs(model: Model, key: KeyValues): Condition {
  return allOf(
    model.primaryKey.map(
      (_, index): Condition => ({ kind: 'compare', path: ownPath(model, index), comparison: '=', value: key[index] ?? null }),
    ),
  );
}

/** The rows of these keys; composite ones are found by the index of the parts, told apart by the text of the whole. */
export function keysAre(model: Model, keys: readonly KeyValues[]): Condition {
  const [first] = keys;
  if (!first) return noRow;
  if (keys.length === 1) return keyIs(model, first);
  const parts = model.primaryKey.map(
    (_, index): Condition => ({ kind: 'in', path: ownPath(model, index), values: keys.map((key) => key[index] ?? null) }),
  );
  return parts.length === 1 ? allOf(parts) : allOf([...parts, { kind: 'keyText', values: keys.map((key) => keyTextOf(model, key)) }]);
}

/** A key as text: what stands in an address, but for its percent encoding (CONTRACT §1). */
export function keyTextOf(model: Model, key: KeyValues): string {
  return model.primaryKey.length === 1 ? String(key[0]) : key.map((value) => encodeKeyPart(String(value))).join('~');
}

/** A key as it stands in an answer: a number or a text. */
export function keyOnWire(model: Model, key: KeyValues): Key {
  const [value = null] = key;
  return model.primaryKey.length === 1 ? (toWire(value, model.primaryKey[0]) as Key) : keyTextOf(model, key);
}

function ownPath(model: Model, index: number): FieldPath {
  const field = model.primaryKey[index] ?? model.primaryKey[0];
  return { name: field.name, steps: [], field };
}
