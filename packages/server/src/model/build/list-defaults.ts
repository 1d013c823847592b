import type { Field } from '../field.ts';
import { isBookkeeping, type LabelFields } from './label-fields.ts';
import { type Label, type Model, singleKey } from '../model.ts';
import { isNameOfId, isTimeOfBookkeeping, isTimeOfCreation } from '../naming.ts';

/** The number of columns that a list has beside the key, where a config names none. */
const mostColumns = 6;

/** The columns of a list that a config does not name (CONTRACT §3). */
export function displayedFields(model: Model, label: Label): string[] {
  const key = singleKey(model);
  const shown = model.fields.filter((field) => isShown(field) && field !== key);
  const edited = shown
    .filter((field) => field.editable || field.refused !== undefined || isFilledTime(field))
    .filter(({ type }) => !type.traits.isUnlisted);
  if (!key || !isRandomKey(key)) return [key?.name ?? 'pk', ...bookkeepingLast(edited).slice(0, mostColumns).map(nameOf)];
  const first = labelFields(label).filter((field) => shown.includes(field));
  const created = createdField(model);
  const times = shown.filter((field) => !field.editable && isWrittenTime(field));
  const leading = [...new Set([...statusEarly([...first, ...bookkeepingLast(edited)]), ...times])].filter((field) => field !== created);
  return [...leading.slice(0, mostColumns), ...(created ? [created] : []), key].map(nameOf);
}

/** The sort of a list that a config does not name: the newest first, which a key that is drawn at random does not tell. */
export function defaultOrdering(model: Model): string[] {
  const key = singleKey(model);
  const created = key && isRandomKey(key) ? createdField(model) : undefined;
  return [created ? `-${created.name}` : '-pk'];
}

/** The length of the shortest text that is unique because it is drawn at random. */
const leastLength = 20;

/** Whether keys are drawn at random by the database or by who makes the row, so that they mean nothing to users. */
function isRandomKey({ name, type, relation, choices, maxLength = leastLength, ...field }: Field): boolean {
  if (relation || choices) return false;
  if (type.traits.isIdentifier) return true;
  const isMade = field.source.makeDefault !== undefined || (field.hasDefault && field.defaultValue === undefined);
  return type.isText === true && (isMade || (isNameOfId(name) && maxLength >= leastLength));
}

/** The field that says when each row was made. */
function createdField({ fields }: Model): Field | undefined {
  const times = fields.filter((field) => isShown(field) && isTime(field) && isSortedBy(field));
  return times.find(({ name }) => isTimeOfCreation(name)) ?? times.find(({ fill }) => fill === 'createdAt');
}

function isShown({ hidden, detailOnly }: Field): boolean {
  return !hidden && !detailOnly;
}

/** Whether a list may be sorted by the field for every user. */
function isSortedBy(field: Field): boolean {
  return !field.null && field.queryable && field.viewPermission === undefined;
}

function isTime({ type }: Field): boolean {
  return type.calendar === 'instant';
}

/** Whether the service writes the time of each save into it. */
function isFilledTime({ type, fill }: Field): boolean {
  return type.calendar !== undefined && fill !== undefined;
}

function isWrittenTime(field: Field): boolean {
  return isTime(field) && (field.fill !== undefined || isTimeOfBookkeeping(field.name));
}

function labelFields(label: Label): readonly Field[] {
  const [first = []]: readonly (LabelFields | readonly Field[])[] = label.kind === 'fields' ? label.candidates : [];
  return first;
}

function bookkeepingLast(fields: readonly Field[]): Field[] {
  return [...fields.filter((field) => !isBookkeeping(field)), ...fields.filter(isBookkeeping)];
}

/** The same fields, of which the third has choices, if none before it has and a later one does. */
function statusEarly(listed: readonly Field[]): Field[] {
  const fields = [...new Set(listed)];
  const place = fields.findIndex(({ choices }) => choices !== undefined);
  const status = fields[place];
  return status && place > 2 ? [...fields.slice(0, 2), status, ...fields.slice(2, place), ...fields.slice(place + 1)] : fields;
}

function nameOf({ name }: Field): string {
  return name;
}
