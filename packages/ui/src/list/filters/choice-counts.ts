import { filtersOf } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '../../cells/value-text.ts';
import { kindOf } from '../../kinds/registry.ts';
import { useService } from '../../session/service.ts';
import { type Filters, without } from './conditions.ts';
import type { Filterable } from './filterable.ts';

/** The list whose rows are counted beside the values of a filter. */
export interface CountedList {
  readonly schema: ModelSchema;
  readonly filters: Filters;
}

/** The number of rows with a value; undefined where it is not known. */
export type CountOf = (value: unknown) => number | undefined;

const asksForValues: ReadonlySet<string> = new Set(['choices', 'yes or no', 'rows']);

/** Whether the service makes groups by the field: one of the list's own model, with few values. */
function isCounted({ schema }: CountedList, { path, field, operators }: Filterable): boolean {
  const isOwn = path === field.name && field.related === undefined && schema.fields.includes(field);
  const hasValues = operators.some(
    ({ asks }) => asks === 'choices' || asks === 'yes or no' || (asks === 'rows' && kindOf(field).isForeignKey),
  );
  return isOwn && hasValues;
}

/** The filters of a list but those of the values of a field. */
function otherFilters(filters: Filters, { path, operators }: Filterable): Filters {
  const suffixes = operators.flatMap((operator) => (asksForValues.has(operator.asks) ? operator.suffixes : []));
  return without(
    filters,
    suffixes.map((suffix) => path + suffix),
  );
}

/**
 * Counts, once, the rows of a list by the values of a field, as the list is filtered otherwise. Nothing is known, and nothing said, where the
 * service can not count in its time.
 * @param counted undefined where nothing is counted.
 */
export function useChoiceCounts(counted: CountedList | undefined, filterable: Filterable): CountOf {
  const { client } = useService();
  const { schema } = counted ?? {};
  const [filters] = useState(() => otherFilters(counted?.filters ?? {}, filterable));
  const { data } = useQuery({
    // As part of the lists of the model, it is read again when a row has changed.
    queryKey: [schema?.model, 'getList', 'counts', filterable.path, filters],
    queryFn: ({ signal }) =>
      client.model(schema?.model ?? '').aggregate({ filter: filtersOf(filters), groupBy: filterable.field.name }, { signal }),
    enabled: counted !== undefined && isCounted(counted, filterable),
    retry: false,
  });
  if (!data?.complete) return () => undefined;
  const counts = new Map(data.groups?.map(({ value, count }) => [textOf(value), count ?? undefined]));
  return (value) => counts.get(textOf(value)) ?? (data.has_more ? undefined : 0);
}
