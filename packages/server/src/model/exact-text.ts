/**
 * A text that no other value has: JSON writes infinities as null, loses the sign of zero, and knows neither integers of 64 bits nor bytes.
 * Undefined for an object whose content is not known, such as one of a driver.
 */
export function exactText(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return listText(value);
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('base64')}`;
  return value instanceof Date ? `date ${value.getTime()}` : undefined;
}

function listText(values: readonly unknown[]): string | undefined {
  const texts = values.map(exactText);
  return texts.includes(undefined) ? undefined : `[${texts.join()}]`;
}
