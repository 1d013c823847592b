import { shownIn } from '../../texts/text.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes as people read it: `1234567` is "1.2 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const size = bytes / 1000 ** power;
  const maximumFractionDigits = power > 0 && size < 10 ? 1 : 0;
  return new Intl.NumberFormat(shownIn().locale, { style: 'unit', unit: units[power] ?? 'byte', maximumFractionDigits }).format(size);
}
