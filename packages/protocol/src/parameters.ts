/** Parameters of a list that are not filters (CONTRACT §4). */
export const reservedParameters = ['page', 'page_size', 'ordering', 'search', 'after', 'before', 'format'] as const;

/** What may follow `__` in the name of a filter (CONTRACT §4). */
export const lookups = ['exact', 'in', 'gte', 'lte', 'gt', 'lt', 'isnull', 'icontains', 'date'] as const;

/** One of {@link lookups}. */
export type Lookup = (typeof lookups)[number];
