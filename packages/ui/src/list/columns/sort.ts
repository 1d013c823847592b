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

/** The name of the key in an order: `pk`, unless a column has this name. */
function keyNameOf({ fields, pk_field: key }: ModelSchema): string {
  return fields.some(({ name }) => name === 'pk') ? key : 'pk';
}

/** An order in the names of the service, each with a minus in front if it descends. */
export function orderingOf(schema: ModelSchema, sort: SortPayload): readonly string[] {
  // As react-admin names them: the key is `id`, and a column that is called so is `_id`.
  const names = new Map([
    ['id', keyNameOf(schema)],
    ['_id', 'id'],
  ]);
  const nameOf = (name: string): string => names.get(name) ?? name;
  return termsOf(sort).map(({ name, isDescending }) => (isDescending ? `-${nameOf(name)}` : nameOf(name)));
}
