import type { Key } from '@grimoire/protocol';
import { toWire } from '../model/input.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { encodeKeyPart, type KeyValues } from '../request/key.ts';
import { allOf, type Condition, equals, everyRow, isOneOf, noRow } from './condition.ts';
import { Parameter } from './parameter.ts';
import { ownPath } from '../model/path.ts';

/** The row of this key. */
export function keyIs(model: Model, key: KeyValues): Condition {
  return allOf(model.primaryKey.map((_, index): Condition => equals(keyPath(model, index), key[index] ?? null)));
}

/** The rows that have a key: rows without one cannot be told apart. */
export function haveKeys(model: Model): Condition {
  if (!model.mayLackKeys) return everyRow;
  return allOf(model.primaryKey.map((_, index): Condition => ({ kind: 'null', path: keyPath(model, index), isNull: false })));
}

/** The rows of these keys. */
export function keysAre(model: Model, keys: readonly KeyValues[]): Condition {
  const [first] = keys;
  if (!first) return noRow;
  if (keys.length === 1) return keyIs(model, first);
  if (model.primaryKey.length > 1) {
    const fields = model.primaryKey;
    return {
      kind: 'keys',
      model,
      keys: new Parameter('keys', { given: keys, fields }),
      parts: fields.map((field, index) => new Parameter('values', { given: keys.map((key) => key[index] ?? null), field })),
      texts: new Parameter('texts', { given: keys.map((key) => keyTextOf(model, key)) }),
    };
  }
  return isOneOf(
    keyPath(model, 0),
    keys.map((key) => key[0] ?? null),
  );
}

/** A key as text: the form in an address, before percent encoding (CONTRACT §1). */
export function keyTextOf(model: Model, key: KeyValues): string {
  return model.primaryKey.length === 1 ? String(key[0]) : key.map((value) => encodeKeyPart(String(value))).join('~');
}

/** A key in the form of the API: a number or a text. */
export function keyOnWire(model: Model, key: KeyValues): Key {
  const [value = null] = key;
  return model.primaryKey.length === 1 ? (toWire(value, model.primaryKey[0]) as Key) : keyTextOf(model, key);
}

function keyPath(model: Model, index: number): FieldPath {
  return ownPath(model.primaryKey[index] ?? model.primaryKey[0]);
}
