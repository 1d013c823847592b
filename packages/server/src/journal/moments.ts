/** A stored moment in the form of the API. */
export function momentText(stored: string): string {
  const iso = stored.includes('T') ? stored : stored.replace(' ', 'T');
  return new Date(/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(iso) ? iso.replace(/([+-]\d\d)$/, '$1:00') : `${iso}Z`).toISOString();
}
