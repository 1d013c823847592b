import { randomUUID } from 'node:crypto';
import type { CuidVersion } from './cuids.ts';
import { ulid, uuid7 } from './random-ids.ts';

/** A form of keys that applications make at random, and how a new one is made: by a function, or by the library of a version of cuids. */
export interface KeyForm {
  /** The name, in the plural. */
  readonly name: string;
  readonly make: (() => string) | CuidVersion;
}

/** A form by which keys are known. */
interface Known extends KeyForm {
  readonly pattern: RegExp;
  /** How many keys must have the form: other texts have it by chance. */
  readonly least: number;
}

const bare = (uuid: string): string => uuid.replaceAll('-', '');

/** UUIDs of a version in each spelling of texts. */
function uuidTexts(version: '4' | '7', make: () => string): Known[] {
  const name = version === '4' ? 'UUIDs' : 'UUIDs of version 7';
  const lower = `[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`;
  const upper = lower.replaceAll('a-f', 'A-F').replace('89ab', '89AB');
  const whole = (text: string): RegExp => new RegExp(`^${text}$`);
  return [
    { name, make, pattern: whole(lower), least: 1 },
    { name, make: () => make().toUpperCase(), pattern: whole(upper), least: 1 },
    { name, make: () => bare(make()), pattern: whole(lower.replaceAll('}-', '}').replace('-[89', '[89')), least: 5 },
    { name, make: () => bare(make()).toUpperCase(), pattern: whole(upper.replaceAll('}-', '}').replace('-[89', '[89')), least: 5 },
  ];
}

const forms: readonly Known[] = [
  ...uuidTexts('4', randomUUID),
  ...uuidTexts('7', () => uuid7()),
  { name: 'ULIDs', make: () => ulid(), pattern: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, least: 1 },
  { name: 'ULIDs', make: () => ulid().toLowerCase(), pattern: /^[0-7][0-9a-hjkmnp-tv-z]{25}$/, least: 1 },
  { name: 'cuids', make: 1, pattern: /^c[0-9a-z]{24}$/, least: 1 },
  { name: 'cuids of version 2', make: 2, pattern: /^[a-z][0-9a-z]{23}$/, least: 5 },
];

/** The form that all of these keys have; undefined if they have none, several, or there are too few of them. */
export function formOfTexts(keys: readonly string[]): KeyForm | undefined {
  return forms.find(({ pattern, least }) => keys.length >= least && keys.every((key) => pattern.test(key)));
}

/**
 * The form of keys in a column of UUIDs; undefined where some are made of a name (versions 3 and 5). Without keys it is that of random ones.
 */
export function formOfUuids(keys: readonly string[]): KeyForm | undefined {
  const versions = new Set(keys.map((key) => bare(key)[12]));
  if (versions.has('3') || versions.has('5')) return undefined;
  if (versions.has('7') && versions.size === 1) return { name: 'UUIDs of version 7', make: () => uuid7() };
  return { name: 'UUIDs', make: randomUUID };
}
