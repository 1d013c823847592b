/**
 * The settings of a session that decide how values are written as text and how statements are read, with the values that the service's own
 * statements are written for. A database or a role may have others. The time zone is not among them: triggers and defaults of the application use it.
 */
const plainSettings: Readonly<Record<string, string>> = {
  // With fewer digits a float in a row is not the one in the table.
  extra_float_digits: '1',
  // The order of day and month stays: triggers of the application may read texts by it, and the service writes none that depend on it.
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  xmlbinary: 'base64',
  xmloption: 'content',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  quote_all_identifiers: 'off',
};

/** SQL expressions that set them, in a session or until the end of a transaction. */
export function plainSettingsSql(scope: 'session' | 'transaction'): string {
  const isLocal = scope === 'transaction';
  return Object.entries(plainSettings)
    .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', ${isLocal})`)
    .join(', ');
}
