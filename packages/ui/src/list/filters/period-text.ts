import { periodNames } from '@grimoire/client/react-admin';
import { type PlainText, t } from '../../texts/text.ts';

/** The days that are relative to today: their names in the client are their texts. */
const texts = [
  'today',
  'yesterday',
  'last 7 days',
  'this week',
  'last week',
  'last 30 days',
  'this month',
  'last month',
  'this year',
  'last year',
] as const satisfies readonly PlainText[];

/** A period as people call it. */
export function periodText(name: string): string {
  const text = texts.find((one) => one === name);
  return text === undefined ? name : t(text);
}

/** The periods that are offered, by their names, with their texts. */
export function periods(): readonly (readonly [name: string, text: string])[] {
  return periodNames.map((name) => [name, periodText(name)]);
}
