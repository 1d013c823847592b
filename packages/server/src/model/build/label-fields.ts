import type { Field } from '../field.ts';
import { wordsOf } from '../naming.ts';

/** Fields whose values, joined, are the label of a row. */
export type LabelFields = readonly [Field, ...Field[]];

const wholeNames = ['name', 'fullname', 'displayname'];
const otherNames = ['title', 'label', 'number', 'username', 'email', 'code', 'slug'];

/** First and last names of people. */
const personNames: readonly (readonly [string, string])[] = [
  ['firstname', 'lastname'],
  ['givenname', 'familyname'],
  ['forename', 'surname'],
  ['firstname', 'surname'],
];

/** A name without its spelling: `first_name`, `FirstName` and `FIRSTNAME` are equal. */
function bare(name: string): string {
  return wordsOf(name).join('').toLowerCase();
}

/** The candidates for a row's label, in order of preference: the first that is not empty is used (CONTRACT §1). */
export function labelCandidates(fields: readonly Field[]): LabelFields[] {
  const usable = fields.filter(({ hidden, relation, type }) => !hidden && !relation && !type.traits.isNoLabel);
  const called = (name: string): LabelFields[] => {
    const field = usable.find((candidate) => bare(candidate.name) === name);
    return field ? [[field]] : [];
  };
  const shortTexts = usable.filter(isShortText);
  const person = personNames.flatMap(([first, last]) => {
    const [one, other] = [first, last].map((name) => shortTexts.find((field) => bare(field.name) === name));
    return one && other ? [[one, other] as const] : [];
  })[0];
  const names = shortTexts.filter((field) => bare(field.name).endsWith('name') && !/(user|file|host)name$/.test(bare(field.name)));
  const candidates: LabelFields[] = [
    ...wholeNames.flatMap(called),
    ...(person ? [person] : []),
    ...names.filter((field) => !person?.includes(field)).map((field): LabelFields => [field]),
    ...otherNames.flatMap(called),
    ...shortTexts.slice(0, 1).map((field): LabelFields => [field]),
  ];
  const firsts = new Set<Field>();
  return candidates.filter(([field]) => !firsts.has(field) && firsts.add(field));
}

/** Whether a field holds short text, and no choice. */
export function isShortText({ type, choices, hidden, relation }: Field): boolean {
  return type.isText === true && !type.traits.isLongText && !choices && !hidden && !relation;
}

const bookkeepingTimes = [
  /^(created|updated|modified|deleted|inserted|changed|added|edited|imported|archived|synced)(at|on|date|time|timestamp|datetime|utc)?$/,
  /^(date|time|last)(created|updated?|modified|deleted|inserted|changed?|added|edited|joined|login|sync|synced|seen)$/,
  /^(row)?(timestamp|version)$/,
];

/** Whether a field is for programs rather than for users: a UUID, or the time at which a row was created or changed. */
export function isBookkeeping({ name, type, relation, primaryKey }: Field): boolean {
  if (relation || primaryKey || type.traits.isFlag) return false;
  return (
    type.traits.isIdentifier === true || /(uuid|guid)$/.test(bare(name)) || bookkeepingTimes.some((pattern) => pattern.test(bare(name)))
  );
}
