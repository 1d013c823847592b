import type { DatabaseSync } from 'node:sqlite';
import { canonicalDateTime, dateTimeOfMilliseconds } from '../model/field-types/date-time.ts';
import { encodeKeyPart } from '../request/key.ts';
import { fold } from '../sql/case-folding.ts';
import type { RawValue } from './database.ts';

const millisecondsIn: Readonly<Record<string, number>> = { seconds: 1000, milliseconds: 1 };

/** A point in time in CONTRACT's form, from however the column holds it; another storage class stays as text. */
function dateTime(value: RawValue, storage: RawValue): string | null {
  if (value === null) return null;
  const factor = millisecondsIn[String(storage)];
  if (factor === undefined) return canonicalDateTime(textOf(value)) ?? textOf(value);
  const isNumber = typeof value === 'bigint' || typeof value === 'number';
  return (isNumber ? dateTimeOfMilliseconds(Number(value) * factor) : null) ?? textOf(value);
}

function textOf(value: RawValue): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
}

/** Registers the functions that `sql/sqlite.ts` and the field types call on a connection. */
export function registerFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true, useBigIntArguments: true } as const;
  database.function('grimoire_fold', options, (value) => (value === null ? null : fold(textOf(value))));
  database.function('grimoire_key_part', options, (value) => (value === null ? null : encodeKeyPart(textOf(value))));
  database.function('grimoire_base64', options, (value) => (value === null ? null : Buffer.from(value as Uint8Array).toString('base64')));
  database.function('grimoire_datetime', options, (value, storage) => dateTime(value, storage));
}
