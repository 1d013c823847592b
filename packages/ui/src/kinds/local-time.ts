/** `2026-11-21T08:30:00`, in the browser's time zone. */
export function localOf(value: string | null | undefined): string {
  const time = new Date(value ?? '');
  if (Number.isNaN(time.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/**
 * A local time as UTC; null where it is invalid, or beyond the years that have four digits.
 * @param given the value that was edited. It is the result where its local time is entered. A local time that is there twice, because clocks go
 * back, has its offset; parts of a second, which no input shows, stay until the second is changed.
 */
export function instantOf(local: string, given?: unknown): string | null {
  const whole = /T\d\d:\d\d$/.test(local) ? `${local}:00` : local;
  if (!/^\d{4}-/.test(whole) || Number.isNaN(new Date(whole).getTime())) return null;
  const before = typeof given === 'string' ? given : '';
  if (localOf(before) === whole) return before;
  const instant = (atOffsetOf(before, whole) ?? new Date(whole)).toISOString();
  const [, second, parts] = /:(\d\d)(\.\d+)/.exec(before) ?? [];
  return parts === undefined || second !== whole.slice(-2) ? instant : instant.replace(/\.\d+/, parts);
}

/** The instant of a local time at the offset that another instant has; undefined where the time has another offset. */
function atOffsetOf(other: string, local: string): Date | undefined {
  const minutes = new Date(other).getTimezoneOffset();
  if (Number.isNaN(minutes)) return undefined;
  const instant = new Date(Date.parse(`${local}Z`) + minutes * 60_000);
  return !Number.isNaN(instant.getTime()) && localOf(instant.toISOString()) === local ? instant : undefined;
}
