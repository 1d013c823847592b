export const numbers = new Intl.NumberFormat();

/** A count as text; an estimate is marked as one. */
export function countText(count: number, isExact: boolean): string {
  if (isExact) return numbers.format(count);
  const digits = Math.max(0, String(Math.trunc(count)).length - 2);
  return `about ${numbers.format(Math.round(count / 10 ** digits) * 10 ** digits)}`;
}

/** A number of rows of a model, as text. */
export function rowsText({ verbose_name: one, verbose_name_plural: many }: Names, count: number, isExact = true): string {
  return `${countText(count, isExact)} ${count === 1 ? one : many}`;
}

interface Names {
  readonly verbose_name: string;
  readonly verbose_name_plural: string;
}
