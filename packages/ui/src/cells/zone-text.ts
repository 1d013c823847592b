/** The time zone of the browser with its distance from UTC at a moment: `Europe/Berlin, UTC+1`. */
export function zoneText(moment: Date): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const minutes = Number.isNaN(moment.getTime()) ? 0 : -moment.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const distance = `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return timeZone === 'UTC' ? timeZone : `${timeZone}, ${distance}`;
}
