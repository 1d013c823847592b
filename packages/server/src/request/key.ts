import type { Model } from '../model/model.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import { say } from '../texts/message.ts';

/** The values of a key's parts, in the order of the model's key fields. */
export type KeyValues = readonly Value[];

function decodePart(text: string): string | null {
  if (!/^(?:[A-Za-z0-9.-]|_[0-9A-Fa-f]{2})*$/.test(text)) return null;
  const bytes = text.replace(
    /_([0-9A-Fa-f]{2})|[A-Za-z0-9.-]/g,
    (match, hex: string | undefined) => hex ?? (match.codePointAt(0) ?? 0).toString(16).padStart(2, '0'),
  );
  const decoded = Buffer.from(bytes, 'hex');
  const result = decoded.toString('utf8');
  return Buffer.from(result, 'utf8').equals(decoded) ? result : null;
}

/** Encodes a part of a composite key in the form of CONTRACT §1. */
export function encodeKeyPart(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]/gu, (character) =>
    Array.from(Buffer.from(character, 'utf8'), (byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/**
 * Reads a key from a path, a filter or a body.
 * @returns null if it cannot be a key of the model: that is a 404 in a path, never a 500 (CONTRACT §1).
 */
export function parseKey(model: Model, text: string): KeyValues | null {
  const fields = model.primaryKey;
  const parts = fields.length === 1 ? [text] : text.split('~').map(decodePart);
  if (parts.length !== fields.length) return null;
  try {
    return fields.map((field, index) => {
      const part = parts[index];
      if (part === null || part === undefined || part.includes('\0')) throw new InvalidValue(say('key'));
      return field.type.parse(part, field);
    });
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}
