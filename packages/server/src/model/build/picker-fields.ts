import { type Field, isLarge } from '../field.ts';
import { didYouMean, type Problems } from './checks.ts';
import type { Draft } from './registry-input.ts';

/** The most fields beside the label of a row, and the most pictures. */
const most = { fields: 3, pictures: 1 };

/** The fields that a picker shows beside the labels of rows. Reports those that do not exist or that no list shows, and too many. */
export function pickerFieldsOf({ registration, fields }: Draft, problems: Problems): readonly Field[] {
  const place = `${registration.key} pickerFields`;
  const named = new Set(registration.config.pickerFields ?? []);
  const ofNames = [...named].flatMap((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    const names = fields.filter((candidate) => !candidate.hidden && isListed(candidate)).map((candidate) => candidate.name);
    if (!field) problems.add('E010', place, { message: `"${name}" is none.`, cure: didYouMean(name, names) });
    else if (field.hidden) problems.add('E014', place, { message: `"${name}" is.`, cure: 'Take it out, or show the field.' });
    else if (!isListed(field))
      problems.add('E043', place, { message: `"${name}" has several values, or no list shows it.`, cure: 'Name another field.' });
    else return [field];
    return [];
  });
  const pictures = ofNames.filter(isPicture);
  if (pictures.length > most.pictures || ofNames.length - pictures.length > most.fields)
    problems.add('E043', place, { message: `${ofNames.length} fields are too many.`, cure: 'Name three at most, and one picture.' });
  return ofNames;
}

/** Whether it is shown with each row of a list, and has one value. */
function isListed(field: Field): boolean {
  return !field.link && !field.detailOnly && !isLarge(field);
}

/** Whether frontends show the picture at the address that it holds. */
function isPicture({ widget, type }: Field): boolean {
  return widget === undefined ? type.name === 'ImageField' : widget.kind === 'image';
}
