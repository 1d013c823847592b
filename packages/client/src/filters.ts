/** A value of a filter; a list means any of them. */
export type FilterValue<T = string | number | boolean> = T | readonly T[];

/** A field to sort by, ascending or descending. */
export type Ordering<Field extends string = string> = Field | `-${Field}` | 'pk' | '-pk';

/** The parameters of a list besides its filters. */
export interface ListOptions<Field extends string = string> {
  readonly page?: number;
  readonly page_size?: number;
  /** Names of fields, each with an optional `-`; several in a list. */
  readonly ordering?: Ordering<Field> | readonly Ordering<Field>[];
  readonly search?: string;
  /** The number of characters after which long texts and JSON are cut; `_cut` of a row names those of its fields. */
  readonly _cut?: number;
}

type Name<Row> = keyof Row & string;

/** What limits the rows of a model: filters by its fields and by the paths that begin with them, and a search (CONTRACT §4). */
export type RowFilters<Row> = { readonly [N in Name<Row>]?: FilterValue<NonNullable<Row[N]>> } & {
  readonly [N in `${Name<Row>}__${string}`]?: FilterValue;
} & Pick<ListOptions, 'search'>;

/** The filters of a model with typed rows, and of the paths that begin with its fields (CONTRACT §4). */
export type Filters<Row> = RowFilters<Row> & ListOptions<Name<Row>>;

/** Whether values stand in one parameter, so that an address has room for a thousand of them. */
function isJoined(name: string, values: readonly unknown[]): boolean {
  return name.endsWith('__in') && values.length > 1 && values.every((value) => value !== '' && !String(value).includes(','));
}

/** Filters as parameters of an address. */
export function queryOf(filters: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    if (Array.isArray(value) && (name === 'ordering' || isJoined(name, value))) query.set(name, value.join(','));
    else for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, String(each));
  }
  return query;
}
