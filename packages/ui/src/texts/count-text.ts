import { t, writtenNumber } from './text.ts';

/** Numbers as the language of the page writes them. */
export const numbers = { format: writtenNumber };

/** A count as text; an estimate is marked as one. */
export function countText(count: number, isExact: boolean): string {
  if (isExact) return numbers.format(count);
  const digits = Math.max(0, String(Math.trunc(count)).length - 2);
  return t('about %{number}', { number: Math.round(count / 10 ** digits) * 10 ** digits });
}

/** A number of rows of a model, as text. */
export function rowsText({ verbose_name: one, verbose_name_plural: many }: Names, count: number, isExact = true): string {
  return t('%{shown} %{model} |||| %{shown} %{models}', { shown: countText(count, isExact), model: one, models: many, count });
}

interface Names {
  readonly verbose_name: string;
  readonly verbose_name_plural: string;
}
