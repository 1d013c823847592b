/** Cents as the text of a decimal. */
export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** The calendar day of a point in time, in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The day that is so many days after another. */
export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 86_400_000);
}

/** A time of day. */
export function clock(hour: number, minute = 0): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
}

/** Whole minutes as an ISO 8601 duration, written as PostgreSQL's intervals come back: `P1DT2H30M`. */
export function duration(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const rest = minutes % 60;
  const time = `${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`;
  if (minutes === 0) return 'PT0S';
  return `P${days > 0 ? `${days}D` : ''}${time && `T${time}`}`;
}

const spelled: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', þ: 'th', ð: 'd' };

/** A text in lower-case ASCII letters, digits and hyphens; of other scripts nothing is left. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßøłæœđþð]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
