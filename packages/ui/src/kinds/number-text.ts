import { forLocale, shownIn, t } from '../texts/text.ts';
const numeric = /^-?\d+(?:\.(\d+))?$/;
/** The digits after the point that `Intl` can write. */
const mostDigits = 100;

function isNumeric(text: string): text is `${number}` {
  const [, decimals = ''] = numeric.exec(text) ?? [];
  return numeric.test(text) && decimals.length <= mostDigits;
}

function decimalsOf(text: string): string {
  return text.split('.')[1] ?? '';
}

const formats = forLocale(() => new Map<string, Intl.NumberFormat>());

/** How numbers are written in the language of the page. */
export function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = formats().get(key) ?? new Intl.NumberFormat(shownIn().locale, options);
  formats().set(key, format);
  return format;
}

/**
 * A number as the person writes numbers, with every digit that was served: `1234.50` is `1,234.50`. It is never made a float. Whole numbers
 * of four digits stay together, as years are written. What is no plain number, such as `NaN`, stays as it is.
 */
export function numberText(text: string): string {
  if (!isNumeric(text)) return text;
  const decimals = decimalsOf(text).length;
  const useGrouping = decimals === 0 ? 'min2' : 'always';
  return formatOf({ minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping }).format(text);
}

/**
 * An amount with its currency, as the person writes both. It has the digits of the currency, and more only if the amount has more that are
 * not zero: `12.3400` euros are `€12.34`. Without a currency of three letters, it is a number.
 */
export function moneyText(text: string, currency: string): string {
  if (!isNumeric(text)) return text;
  if (!/^[A-Za-z]{3}$/.test(currency)) return currency === '' ? numberText(text) : `${numberText(text)} ${currency}`;
  const used = decimalsOf(text).replace(/0+$/, '').length;
  const shown = Math.max(digitsOf(currency), used);
  return formatOf({ style: 'currency', currency, minimumFractionDigits: shown, maximumFractionDigits: shown }).format(text);
}

const knownDigits = new Map<string, number>();

/** The digits of a currency after its point. They are asked for once: to ask takes longer than to write an amount. */
function digitsOf(currency: string): number {
  const own = knownDigits.get(currency) ?? formatOf({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
  knownDigits.set(currency, own);
  return own;
}

/** A part of a whole, as a percentage where the whole is 100. */
export function partText(text: string, whole: number): string {
  if (whole === 100 && isNumeric(text)) {
    const maximumFractionDigits = decimalsOf(text).length;
    return formatOf({ style: 'unit', unit: 'percent', maximumFractionDigits }).format(text);
  }
  return t('%{part} of %{whole}', { part: numberText(text), whole: numberText(String(whole)) });
}
