import type { Key } from '@grimoire/protocol';
import { useGetManyAggregate } from 'react-admin';
import { dayText, hourText } from '../../cells/day-text.ts';
import { textOf } from '../../cells/value-text.ts';
import { useModel } from '../../schema/use-schema.ts';
import type { Told } from './conditions.ts';
import { periodText } from './period-text.ts';
import { listText, t } from '../../texts/text.ts';

/** The most values that are told of many; of more, the others are counted. */
const mostTold = 6;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The values of a condition as text; rows are named by their labels. */
export function ToldValues({ condition: { known, values } }: { readonly condition: Told }) {
  if (!known) return <>{values.flatMap(listOf).map(textOf).join(', ')}</>;
  const { operator, filterable } = known;
  if (operator.asks === 'rows') return <Names model={filterable.field.related_model ?? ''} ids={values.flatMap(listOf) as Key[]} />;
  const all = values.flatMap(listOf);
  const few = operator.asks === 'texts' && all.length > mostTold ? all.slice(0, mostTold - 1) : all;
  const shown = few.map((value) => valueText(textOf(value), known));
  if (few.length < all.length) return <>{`${listText(shown, 'comma')} +${all.length - few.length}`}</>;
  return <>{operator.suffixes.length > 1 ? listText(shown) : listText(shown, 'comma')}</>;
}

function valueText(value: string, { operator, filterable }: NonNullable<Told['known']>): string {
  if (operator.asks === 'choices') return filterable.field.choices?.find(([one]) => textOf(one) === value)?.[1] ?? value;
  if (operator.asks === 'yes or no') return value === 'true' ? t('Yes') : t('No');
  if (operator.asks === 'period') return periodText(value);
  const entered = operator.format?.(value) || value;
  if (operator.asks === 'days') return t('day |||| %{count} days', { count: Number(entered) });
  return operator.asks === 'day' ? dayText(entered) : operator.asks === 'time' ? hourText(entered) : entered;
}

function Names({ model: key, ids }: { readonly model: string; readonly ids: readonly Key[] }) {
  const model = useModel(key);
  const { data = [] } = useGetManyAggregate(key, { ids: [...ids] }, { enabled: model?.permissions.view ?? false });
  const names = new Map(data.flatMap((row) => (row ? [[String(row.id), textOf(row['_label'])] as const] : [])));
  return <>{ids.map((id) => names.get(String(id)) ?? String(id)).join(', ')}</>;
}
