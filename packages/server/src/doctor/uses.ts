import type { UseKind } from '@grimoire/protocol';
import type { WantedIndex } from '../databases/catalog.ts';
import type { Actor } from '../model/actor.ts';
import { type Field, isLarge, valueField } from '../model/field.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { ownPath } from '../model/path.ts';
import { planCount, planList, planAutocomplete } from '../plan/list.ts';
import type { CountPlan, ListPlan, AutocompletePlan } from '../plan/plan.ts';
import { parseListRequest } from '../request/parameters.ts';
import type { PageSizes } from '../request/settings.ts';
import { indexesOfPath, isAlongLinks } from './indexes.ts';

/** A way in which requests look for rows of a model. */
export interface Use {
  readonly model: Model;
  readonly kind: UseKind;
  /** The names of the fields by which the rows are found, or sorted. */
  readonly names: readonly string[];
  /** What requests ask. The use is unserved if one of these is. */
  readonly plans: readonly (CountPlan | ListPlan | AutocompletePlan)[];
  /** Whether an index has to find the rows, or their order; or what belongs to them in other tables. */
  readonly asks: 'rows' | 'order' | 'others';
  /** Whether it may find many rows: then all are read anyway. */
  readonly mayFindMany: boolean;
  /** Whether it goes along links to other tables. */
  readonly isAlongLinks: boolean;
  /** The indexes that would serve it; none if no index would. */
  readonly indexes: readonly WantedIndex[];
  /** Whose requests these are; those of a user whom no row rule limits by default. */
  readonly actor?: Actor;
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

const plainUse = { mayFindMany: false, isAlongLinks: false, asks: 'rows' } as const;

/** What the config offers of a model: its list, filters and foreign keys, its search, the columns that a list is sorted by, and its picker. */
export function usesOf(model: Model, sizes: PageSizes, isPickedFrom: boolean): Use[] {
  const list = (parameters: Readonly<Record<string, string>>): ListPlan =>
    planList(model, parseListRequest(new URLSearchParams(parameters), sizes));
  const names = orderOf(model).map(({ name }) => name);
  const whole = list({});
  const own: Use = { ...plainUse, model, kind: 'list', names, plans: [whole], asks: 'order', indexes: sortIndexes(model, orderOf(model)) };
  return [
    own,
    { ...own, kind: 'label', names: [], asks: 'others', isAlongLinks: true, indexes: [] },
    ...filterUses(model, list),
    ...searchUses(model, list),
    ...sortUses(model, list),
    ...(isPickedFrom ? pickerUses(model) : []),
  ];
}

type ListOf = (parameters: Readonly<Record<string, string>>) => ListPlan;

function filterUses(model: Model, list: ListOf): Use[] {
  const links = model.fields.filter((field) => field.relation && !field.link && field.queryable && !field.hidden && !field.primaryKey);
  const isLink = ({ steps, field }: FieldPath): boolean => steps.length === 0 && links.includes(field);
  const filters = model.listFilter.filter((path) => !isLink(path) && (path.steps.length > 0 || !path.field.primaryKey));
  return [...links.map((field) => ownPath(field)), ...filters].flatMap((path): Use[] => {
    const { values, mayFindMany } = valuesOf(path.field);
    if (values.length === 0 || path.field.hidden || !path.field.queryable) return [];
    const plans = values.map((value) => planCount(list({ [path.name]: value }), 'exact'));
    const kind = isLink(path) ? 'link' : 'filter';
    const indexes = indexesOfPath(model, path);
    return [{ ...plainUse, model, kind, names: [path.name], plans, mayFindMany, isAlongLinks: isAlongLinks(path), indexes }];
  });
}

function searchUses(model: Model, list: ListOf): Use[] {
  if (model.searchFields.length === 0) return [];
  const plans = [planCount(list({ search: 'grimoire' }), 'exact')];
  return [{ ...plainUse, model, kind: 'search', plans, ...searched(model, model.searchFields) }];
}

/** No index serves a search of which one field is in another table, or is no text. */
function searched(model: Model, paths: readonly FieldPath[]): Pick<Use, 'names' | 'indexes'> {
  const isOwn = paths.every((path) => !isAlongLinks(path) && path.field.type.isText === true);
  const columns = paths.map(({ field }) => field.column);
  return { names: paths.map(({ name }) => name), indexes: isOwn ? [{ table: model.table, columns, isForSearch: true }] : [] };
}

function sortUses(model: Model, list: ListOf): Use[] {
  return model.listDisplay.flatMap((name): Use[] => {
    const field = model.fieldByName.get(name);
    if (!field || field.hidden || !field.queryable || field.primaryKey || isLarge(field) || field.type.traits.isUnsortable) return [];
    const indexes = field.link ? [] : sortIndexes(model, [field]);
    return [{ ...plainUse, model, kind: 'sort', names: [name], plans: [list({ ordering: name })], asks: 'order', indexes }];
  });
}

/** The choice of a row by its label: all of them in order, and those that match a text, if a search of the list does not look there as well. */
function pickerUses(model: Model): Use[] {
  const open = planAutocomplete(model, { words: [], text: '', page: 1 });
  const order = open.order.map(({ field }) => field);
  const names = order.flatMap(({ name, primaryKey }) => (primaryKey ? [] : [name]));
  // A limited number of candidates is sorted whole.
  const picker: Use[] =
    open.candidates === undefined
      ? [{ ...plainUse, model, kind: 'picker', names, plans: [open], asks: 'order', indexes: sortIndexes(model, order) }]
      : [];
  const paths = model.autocompleteFields;
  const isSearched = paths.every(({ name }) => model.searchFields.some((path) => path.name === name));
  if (paths.length === 0 || isSearched) return picker;
  const plans = [planAutocomplete(model, { words: ['grimoire'], text: 'grimoire', page: 1 })];
  return [...picker, { ...plainUse, model, kind: 'autocomplete', plans, ...searched(model, paths) }];
}

function orderOf(model: Model): Field[] {
  return model.ordering.flatMap((name) => {
    const field = model.fieldByName.get(name.replace(/^-/, ''));
    return field ? [field] : [];
  });
}

/** Rows with the same value are sorted by their keys. */
function sortIndexes(model: Model, fields: readonly Field[]): WantedIndex[] {
  if (fields.length === 0 || fields.some(({ link }) => link)) return [];
  const ends = fields.some((field) => field.unique) ? [] : model.primaryKey;
  return [{ table: model.table, columns: [...new Set([...fields, ...ends].map(({ column }) => column))], isForSearch: false }];
}

/** The most values of a field that are examined. */
const maxValues = 20;

/** The values that a filter is examined with: one that hardly a row has, or each of a few. */
function valuesOf(field: Field): { readonly values: readonly string[]; readonly mayFindMany: boolean } {
  const value = field.link ? (field.inner ?? field) : valueField(field);
  if (value.choices) return { values: value.choices.slice(0, maxValues).map((choice) => String(choice.value)), mayFindMany: true };
  const sample = samples.find((text) => isValueOf(value, text));
  if (sample !== undefined) return { values: [sample], mayFindMany: false };
  return { values: ['true', 'false'].filter((text) => isValueOf(value, text)), mayFindMany: true };
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
