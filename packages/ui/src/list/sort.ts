import type { ModelSchema } from '@grimoire/protocol';
import type { SortPayload } from 'react-admin';

/** One column of an order. */
export interface SortTerm {
  /** The name by which the column is sorted. */
  readonly name: string;
  readonly isDescending: boolean;
}

/** The columns of an order. Those after the first stand in its field, with their directions: `status,-total`. */
export function termsOf({ field, order }: SortPayload): readonly SortTerm[] {
  const [first = '', ...others] = field.split(',');
  return [{ name: first, isDescending: order === 'DESC' }, ...others.filter((text) => text !== '').map(termOf)];
}

/** @param text a name, after a minus if it descends. */
function termOf(text: string): SortTerm {
  return { name: text.replace(/^-/, ''), isDescending: text.startsWith('-') };
}

/** The order of columns, of which there is at least one. */
export function sortOf(terms: readonly SortTerm[]): SortPayload | null {
  const [first, ...others] = terms;
  if (!first) return null;
  const names = others.map(({ name, isDescending }) => (isDescending ? `-${name}` : name));
  return { field: [first.name, ...names].join(','), order: first.isDescending ? 'DESC' : 'ASC' };
}

/**
 * The order after a click on the head of a column.
 * @param isAdded whether the column joins the others, and does not replace them.
 */
export function sortBy(sort: SortPayload, name: string, isAdded: boolean): SortPayload {
  const terms = termsOf(sort);
  const term = terms.find((one) => one.name === name);
  const turned = { name, isDescending: term !== undefined && !term.isDescending };
  if (!isAdded) return { field: name, order: turned.isDescending && terms.length === 1 ? 'DESC' : 'ASC' };
  const next = term ? terms.map((one) => (one === term ? turned : one)) : [...terms, turned];
  return sortOf(next) ?? sort;
}

/** The order of a list before the user chooses one. */
export function defaultSortOf(schema: Pick<ModelSchema, 'pk_field' | 'ordering'>): SortPayload {
  const terms = schema.ordering.map(termOf).map((term) => ({ ...term, name: sortNameOf(schema, term.name) }));
  return sortOf(terms) ?? { field: 'pk', order: 'DESC' };
}

/** The name by which a field is sorted: `id` is react-admin's name of the key, even if another column is called `id`. */
export function sortNameOf({ pk_field: key }: Pick<ModelSchema, 'pk_field'>, name: string): string {
  return name === 'id' && key !== 'id' ? '_id' : name;
}
