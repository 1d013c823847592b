import type { AggregateGroup, Aggregates, AggregateValue } from '@grimoire/protocol';
import type { RowFilters } from './filters.ts';

/** What is asked of the rows of a model: the fields of each function, and the field whose values make groups. */
export interface AggregateQuery<Row, Sum extends string, Avg extends string, Min extends string, Max extends string> {
  /** The rows; all of them if it is left out. */
  readonly filter?: RowFilters<Row>;
  readonly sum?: readonly Sum[];
  readonly avg?: readonly Avg[];
  readonly min?: readonly Min[];
  readonly max?: readonly Max[];
  readonly groupBy?: keyof Row & string;
}

type Values<Name extends string> = { readonly [N in Name]: AggregateValue };

/** Aggregates with the names of the fields that were asked for. */
type Named<A, Sum extends string, Avg extends string, Min extends string, Max extends string> = Omit<A, 'sum' | 'avg' | 'min' | 'max'> & {
  readonly sum: Values<Sum>;
  readonly avg: Values<Avg>;
  readonly min: Values<Min>;
  readonly max: Values<Max>;
};

/** The answer to an {@link AggregateQuery} (CONTRACT §15). */
export type AggregateAnswer<Sum extends string, Avg extends string, Min extends string, Max extends string> = Named<
  Omit<Aggregates, 'groups'>,
  Sum,
  Avg,
  Min,
  Max
> & { readonly groups?: readonly Named<AggregateGroup, Sum, Avg, Min, Max>[] };
