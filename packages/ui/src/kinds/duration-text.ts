import { shownIn } from '../texts/text.ts';
const units = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
const form = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** A duration in words: `P3DT18H15M` as "3 days 18 hr 15 min". A text of another form stays as it is. */
export function durationText(text: string): string {
  const [, sign, ...amounts] = form.exec(text) ?? [];
  const parts = units.flatMap((unit, index) => {
    const amount = amounts[index];
    if (amount === undefined || Number(amount) === 0) return [];
    const unitDisplay = unit === 'hour' || unit === 'minute' || unit === 'second' ? 'short' : 'long';
    return [new Intl.NumberFormat(shownIn().locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 6 }).format(Number(amount))];
  });
  if (parts.length === 0) return text;
  return `${sign === undefined ? '' : '−'}${parts.join(' ')}`;
}
