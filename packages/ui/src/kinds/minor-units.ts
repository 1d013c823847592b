/** A whole number of cents as an amount: with two places `-1234` is `-12.34`. What is no number stays as it is. */
export function amountOf(minor: string, places: number): string {
  const [, sign = '', digits, rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(minor) ?? [];
  if (digits === undefined || places === 0) return minor;
  const padded = digits.padStart(places + 1, '0');
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}${rest}`;
}

/** An amount as a whole number of cents. What has more places than the number can hold stays no whole number, which the service refuses. */
export function minorOf(amount: string, places: number): string {
  const [, sign = '', digits, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (digits === undefined || places === 0) return amount;
  const padded = decimals.padEnd(places, '0');
  const rest = padded.slice(places).replace(/0+$/, '');
  const whole = `${digits}${padded.slice(0, places)}`.replace(/^0+(?=\d)/, '');
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}
