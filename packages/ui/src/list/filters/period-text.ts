import { countedPeriod } from '@grimoire/protocol';
import { type PlainText, t } from '../../texts/text.ts';

/** The periods around today that are offered: their names in filters are their texts. Those of the past come first. */
const past = [
  'today',
  'yesterday',
  'last 7 days',
  'this week',
  'last week',
  'last 30 days',
  'this month',
  'last month',
  'this quarter',
  'last quarter',
  'this year',
  'last year',
] as const satisfies readonly PlainText[];

const future = [
  'tomorrow',
  'next 7 days',
  'next week',
  'next 30 days',
  'next month',
  'next quarter',
  'next year',
] as const satisfies readonly PlainText[];

/** Of a day until which something is to be done, what is late comes first. */
const forward = [
  'before today',
  'today',
  'tomorrow',
  'next 7 days',
  'this week',
  'next week',
  'next 30 days',
  'this month',
  'next month',
  'this quarter',
  'next quarter',
  'this year',
  'next year',
] as const satisfies readonly PlainText[];

/** What only a link may ask for. */
const further = ['until today', 'from today on', 'after today'] as const satisfies readonly PlainText[];

const backward = [...past, 'before today', ...future] as const;
const texts: readonly PlainText[] = [...backward, ...further];

/** A period as people call it. */
export function periodText(name: string): string {
  const { count = 0, unit } = countedPeriod(name) ?? {};
  if (unit === 'week') return t('this week |||| last %{count} weeks', { count });
  if (unit === 'month') return t('this month |||| last %{count} months', { count });
  const text = texts.find((one) => one === name);
  return text === undefined ? name : t(text);
}

/**
 * The periods that are offered, by their names, with their texts.
 * @param isForward whether those that are to come stand first.
 */
export function periods(isForward: boolean): readonly (readonly [name: string, text: string])[] {
  const names: readonly string[] = isForward ? [...new Set([...forward, ...past])] : backward;
  return names.map((name) => [name, periodText(name)]);
}
