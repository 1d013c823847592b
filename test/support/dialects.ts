const all = ['sqlite', 'postgres'] as const;

export type Dialect = (typeof all)[number];

/**
 * The databases on which every behaviour is tested: both, or those that `TEST_DATABASES` names (`TEST_DATABASES=sqlite`), for
 * machines that have no PostgreSQL from npm.
 */
export const dialects: readonly Dialect[] = chosen(process.env['TEST_DATABASES']);

/** Whether tests that need PostgreSQL run. */
export const hasPostgres: boolean = dialects.includes('postgres');

function chosen(names: string | undefined): readonly Dialect[] {
  if (names === undefined) return all;
  const unknown = names.split(',').filter((name) => !all.some((dialect) => dialect === name));
  if (unknown.length > 0) throw new Error(`TEST_DATABASES=${names}: databases are ${all.join(' and ')}.`);
  return all.filter((dialect) => names.split(',').includes(dialect));
}
