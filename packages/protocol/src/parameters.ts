/** Parameters of a list that are not filters (CONTRACT §4). */
export const reservedParameters = ['page', 'page_size', 'ordering', 'search', 'after', 'before', 'format'] as const;

/** The parameter for a group of filters, as JSON. A field of this name is filtered by `_filter__exact`. */
export const filterGroupParameter = '_filter';

/** With the value `only`, the rows in the trash of a model with `soft_delete`. A field of this name is filtered by `_trash__exact`. */
export const trashParameter = '_trash';

/**
 * The number of characters after which a list cuts long texts and JSON, which its row has whole. A field of this name is filtered by `_cut__exact`.
 */
export const cutParameter = '_cut';

/**
 * The parameters of an aggregate (CONTRACT §15): fields with commas between them, and the field of the groups. A field of such a name is
 * filtered by `_sum__exact`.
 */
export const aggregateParameters = ['_sum', '_avg', '_min', '_max', '_group_by'] as const;

/** The lookups: the suffixes after `__` in the name of a filter (CONTRACT §4). */
export const lookups = [
  'exact',
  'in',
  'isnull',
  'gte',
  'lte',
  'gt',
  'lt',
  'range',
  'date',
  'year',
  'isempty',
  'iexact',
  'contains',
  'icontains',
  'startswith',
  'istartswith',
  'endswith',
  'iendswith',
] as const;

/** One of {@link lookups}. */
export type Lookup = (typeof lookups)[number];
