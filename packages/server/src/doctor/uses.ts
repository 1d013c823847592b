import { type Field, isLarge, valueField } from '../model/field.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';

/** A way in which requests look for rows of a model. */
export interface Use {
  readonly model: Model;
  readonly kind: 'list' | 'filter' | 'link' | 'search' | 'sort';
  /** The parameters of a list that show it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The fields by which the rows are found, or sorted; none for a search along links. */
  readonly fields: readonly Field[];
}

/** Texts of values that a row hardly has, so that the plan is that for few rows. One of them is a value of each type that is filtered by. */
const samples = [
  'grimoire',
  '987654321',
  '12345',
  '98765.43',
  '1971-03-04',
  '1971-03-04T05:06:07Z',
  '05:06:07',
  '0d4c1b3a-5f6e-4a7b-8c9d-0e1f2a3b4c5d',
  '192.0.2.77',
];

/** What the config offers of a model: its list, filters and foreign keys, its search, and the columns that a list is sorted by. */
export function usesOf(model: Model): Use[] {
  const uses: Use[] = [{ model, kind: 'list', parameters: {}, fields: orderOf(model) }];
  const filtered = new Set(model.listFilter.flatMap(({ steps, field }) => (steps.length === 0 ? [field] : [])));
  for (const field of model.fields) {
    if (!field.queryable || field.hidden || field.link || field.primaryKey) continue;
    const isLink = field.relation !== undefined;
    if (!isLink && !filtered.has(field)) continue;
    const value = sampleOf(field);
    if (value !== null) uses.push({ model, kind: isLink ? 'link' : 'filter', parameters: { [field.name]: value }, fields: [field] });
  }
  if (model.searchFields.length > 0) {
    const isOwn = model.searchFields.every(({ steps }) => steps.length === 0);
    const fields = isOwn ? model.searchFields.map(({ field }) => field) : [];
    uses.push({ model, kind: 'search', parameters: { search: 'grimoire' }, fields });
  }
  for (const name of model.listDisplay) {
    const field = model.fieldByName.get(name);
    if (!field || field.hidden || !field.queryable || field.link || field.primaryKey || isLarge(field)) continue;
    if (!field.type.traits.isUnsortable) uses.push({ model, kind: 'sort', parameters: { ordering: name }, fields: [field] });
  }
  return uses;
}

function orderOf(model: Model): Field[] {
  return model.ordering.flatMap((name) => {
    const field = model.fieldByName.get(name.replace(/^-/, ''));
    return field ? [field] : [];
  });
}

/** Null for a field of so few values that no index would serve it. */
function sampleOf(field: Field): string | null {
  if (field.choices) return null;
  const value = valueField(field);
  return samples.find((text) => isValueOf(value, text)) ?? null;
}

function isValueOf(field: Field, text: string): boolean {
  try {
    field.type.parse(text, field);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}
