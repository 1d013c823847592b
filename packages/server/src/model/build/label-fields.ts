import type { Field } from '../field.ts';
import { bareName as bare, isTimeOfBookkeeping } from '../naming.ts';

/** Fields whose values, joined, are the label of a row. */
export type LabelFields = readonly [Field, ...Field[]];

const wholeNames = ['name', 'fullname', 'displayname'];
const otherNames = ['title', 'label', 'number', 'username', 'email', 'code', 'slug'];

const firstNames = ['firstname', 'givenname', 'forename'];
const lastNames = ['lastname', 'familyname', 'surname'];

/** The candidates for a row's label, in order of preference: the first that is not empty is used (CONTRACT §1). */
export function labelCandidates(fields: readonly Field[]): LabelFields[] {
  const usable = fields.filter(({ hidden, relation, type }) => !hidden && !relation && !type.traits.isNoLabel);
  const called = (name: string): LabelFields[] => {
    const field = usable.find((candidate) => bare(candidate.name) === name);
    return field ? [[field]] : [];
  };
  const shortTexts = usable.filter(isShortText);
  const person = personOf(shortTexts);
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

/** The first and last name of a person: both, or none. */
function personOf(shortTexts: readonly Field[]): LabelFields | undefined {
  const [first, last] = [firstNames, lastNames].map((names) =>
    names.flatMap((name) => shortTexts.find((field) => bare(field.name) === name) ?? []).at(0),
  );
  return first && last ? [first, last] : undefined;
}

/** The largest number of fields that a model without a config is searched by. */
const maxSearched = 3;

/**
 * The short texts that a model is searched by without a config: those that people know a row by (the fields of its label, and both names of a
 * person), then the first ones of the table.
 * @param label the field that a config names as the label.
 */
export function searchedFields(fields: readonly Field[], label: string | undefined): Field[] {
  const shortTexts = fields.filter(isShortText);
  const named = fields.filter(({ name }) => name === label);
  const candidates = [...(named.length > 0 ? named : (labelCandidates(fields)[0] ?? [])), ...(personOf(shortTexts) ?? [])];
  const preferred = [...new Set([...candidates.filter(isShortText), ...shortTexts])];
  const chosen = new Set(preferred.slice(0, maxSearched));
  return shortTexts.filter((field) => chosen.has(field));
}

/** Whether a field holds short text, and no choice. */
export function isShortText({ type, choices, hidden, relation }: Field): boolean {
  return type.isText === true && !type.traits.isLongText && !choices && !hidden && !relation;
}

/** Whether a field is for programs rather than for users: a UUID, or the time at which a row was created or changed. */
export function isBookkeeping({ name, type, relation, primaryKey }: Field): boolean {
  if (relation || primaryKey || type.traits.isFlag) return false;
  return type.traits.isIdentifier === true || /(uuid|guid)$/.test(bare(name)) || isTimeOfBookkeeping(name);
}
