import type { DatabaseSync } from 'node:sqlite';
import { dateTimeOfMilliseconds } from '../../model/calendar.ts';
import { canonicalInZone } from '../../model/time-zone.ts';
import { registerAggregates } from './aggregates.ts';
import { encodeKeyPart } from '../../request/key.ts';
import { fold } from '../case-folding.ts';
import type { RawValue } from '../statement.ts';

const millisecondsIn: Readonly<Record<string, number>> = { seconds: 1000, milliseconds: 1 };

/** A date and time in the form of CONTRACT §1, from each storage form of a column; a value of another storage class stays text. */
function dateTime(value: RawValue, storage: RawValue): string | null {
  if (value === null) return null;
  const factor = millisecondsIn[String(storage)];
  if (factor === undefined) return dateTimeIn(value, undefined);
  const isNumber = typeof value === 'bigint' || typeof value === 'number';
  return (isNumber ? dateTimeOfMilliseconds(Number(value) * factor) : null) ?? textOf(value);
}

/** A date and time from its text, which is of a zone if it names none itself. */
function dateTimeIn(value: RawValue, zone: string | undefined): string | null {
  return value === null ? null : (canonicalInZone(textOf(value), zone) ?? textOf(value));
}

function textOf(value: RawValue): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
}

/** The number of folded texts and lists that are cached: a search asks for the text of a row once for each of its words. */
const maxRemembered = 64;

/**
 * Caches the last results of a function of a text. It runs for each row of a scan, and an LRU cache would take twice as long for each new
 * text.
 */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    let result = cache.get(text);
    if (result === undefined) {
      result = make(text);
      if (cache.size >= maxRemembered) cache.clear();
      cache.set(text, result);
    }
    return result;
  };
}

const folded = remembered(fold);
const listOf = remembered((json) => JSON.parse(json) as readonly string[]);

const matchers: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  anywhere: (text, part) => text.includes(part),
  start: (text, part) => text.startsWith(part),
  end: (text, part) => text.endsWith(part),
  whole: (text, part) => text === part,
};

/**
 * Whether a value's text matches one of the texts of a JSON list; for a case-insensitive match the texts of the list are folded already.
 */
function matches(value: RawValue, list: RawValue, where: RawValue, isCaseless: RawValue): number | null {
  if (value === null) return null;
  const text = Number(isCaseless) === 1 ? folded(textOf(value)) : textOf(value);
  const isMatch = matchers[String(where)];
  return isMatch && listOf(String(list)).some((part) => isMatch(text, part)) ? 1 : 0;
}

/** Registers the functions that the SQL fragments of the dialect (`sql-fragments.ts`) and the field types use on a connection. */
export function registerFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true, useBigIntArguments: true } as const;
  database.function('grimoire_matches', options, (value, list, where, isCaseless) => matches(value, list, where, isCaseless));
  database.function('grimoire_key_part', options, (value) => (value === null ? null : encodeKeyPart(textOf(value))));
  database.function('grimoire_base64', options, (value) => (value === null ? null : Buffer.from(value as Uint8Array).toString('base64')));
  database.function('grimoire_bytes', options, (value) => (value === null ? null : Buffer.from(textOf(value), 'base64')));
  registerAggregates(database);
  database.function('grimoire_datetime', options, (value, storage) => dateTime(value, storage));
  database.function('grimoire_datetime_in', options, (value, zone) => dateTimeIn(value, String(zone)));
}
