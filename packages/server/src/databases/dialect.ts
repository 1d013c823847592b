import type { RecordingFragments } from './recording-fragments.ts';
import type { Catalog } from './catalog.ts';
import type { SystemTableFragments } from './system-table-fragments.ts';
import type { TypesSql } from './type-sql.ts';
import type { SqlFragments } from './sql-fragments.ts';

/** What a database can do, or can not: shared code asks these, and never for the name of a dialect. */
export interface Capabilities {
  /** Whether a count is cancelled when its time is over. Otherwise its number of rows is limited. */
  readonly cancelsCounts: boolean;
  /** Whether a column may hold a value of any type, so that a config may give it any field type. */
  readonly storesAnyType: boolean;
  /** Whether a recursive common table expression may reference itself only once. */
  readonly recursesOnce: boolean;
  /** Whether a condition along a link can begin at the other end of it, so that indexes find the rows. */
  readonly beginsAtLinks: boolean;
}

/**
 * One kind of database, as the rest of the service sees it. Its folder in `databases/` has all that is specific to it
 * (docs/explanation/dialects.md).
 */
export interface Dialect {
  /** A name for log lines and error messages. No code compares it. */
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly fragments: SqlFragments;
  readonly types: TypesSql;
  readonly systemTables: SystemTableFragments;
  readonly catalog: Catalog;
  readonly recording: RecordingFragments;
}
