import type { Key, Row } from './answers.ts';

/** Rows of one model that a delete affects; a model that the user may not view has no name. */
export interface AffectedRows {
  readonly model: string | null;
  readonly verbose_name: string;
  readonly count: number;
  /** Whether there are more rows than were counted. */
  readonly capped?: boolean;
}

/** The answer of `GET /r/{app}.{Model}/{pk}/related/` (CONTRACT §5). */
export interface RelatedRows {
  /** Rows that are deleted too. */
  readonly related: readonly AffectedRows[];
  /** Rows that forbid the delete. */
  readonly blocked_by: readonly AffectedRows[];
  /** Rows whose foreign key becomes null. */
  readonly unlinked: readonly AffectedRows[];
  /** A trigger or a rule of the database may keep the row and change it instead: then none of this happens, and nothing forbids it. */
  readonly may_be_kept?: true;
  /** Rows of other tables may point at the row without a foreign key, by the names of their columns: they are not counted, and stay as they are. */
  readonly may_be_more?: true;
}

/** One operation of a bulk call (CONTRACT §6). */
export interface Operation {
  readonly op: 'create' | 'update' | 'delete';
  readonly model?: string;
  readonly pk?: Key | { readonly $ref: number };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly if_match?: string;
}

/** The answer of a bulk call of operations. */
export interface OperationResults {
  readonly results: readonly OperationResult[];
}

/** What became of an operation. */
export interface OperationResult {
  readonly op: Operation['op'];
  readonly pk: Key;
  /** The database has kept the row that was to be deleted, and changed it instead. */
  readonly kept?: true;
  /** The database has taken the row out of its table as it was saved. */
  readonly gone?: true;
}

/** The answer of a bulk call that deletes rows (CONTRACT §6). */
export interface Deleted {
  readonly deleted: number;
  /** The number of rows that the database has kept, and changed instead. */
  readonly kept?: number;
}

/** The answer of a bulk call that changes rows. */
export interface Updated {
  readonly updated: number;
  /** The number of rows that the database has taken out of their table. */
  readonly gone?: number;
  /** For each field whose change depends on its value, the number of rows without a value: they stay without one. */
  readonly empty?: Readonly<Record<string, number>>;
}

/**
 * A change of a field that depends on the value that each row has (CONTRACT §6). A row without a value stays without one.
 * - `add`, of numbers: adds a number, which may be less than zero.
 * - `percent`: adds so many percent of the value, rounded to the decimal places of the field, halves away from zero.
 * - `add`, of dates: moves them by months, and then by days and weeks. A month without such a day ends earlier: January 31st and a month is the last
 *   of February. A date and time keeps the time that clocks of `zone` show, which is UTC by default.
 * - `append`, `replace`, of texts: the text to find is no pattern, and every place is replaced.
 */
export type FieldChange =
  | { readonly add: Key }
  | { readonly percent: Key }
  | { readonly add: { readonly days?: number; readonly weeks?: number; readonly months?: number; readonly zone?: string } }
  | { readonly append: string }
  | { readonly replace: { readonly find: string; readonly with: string } };

/** The answer of a bulk call that takes rows out of the trash. */
export interface Restored {
  readonly restored: number;
}

/** The answer of a bulk call that deletes rows of the trash for good. */
export interface Purged {
  readonly purged: number;
  /** The number of rows that the database has kept, and changed instead. */
  readonly kept?: number;
}

/** The answer to a write of which a trigger or a rule of the database has made something else (CONTRACT §5). */
export interface MadeOtherwise {
  readonly detail: string;
  /** The row as it is now; null if there is none in its table, or none that the user may see. */
  readonly current: Row | null;
}

/** A row on which an action failed. */
export interface FailedRow {
  readonly pk: Key;
  readonly detail: string;
}

/** The answer of an action that ran row by row (CONTRACT §7). */
export interface ActionReport {
  readonly message: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: readonly FailedRow[];
}

/** The answer of an action: the object that its handler returned, with a message for the user, and an address that the dashboard opens. */
export type ActionResult = { readonly message?: string; readonly link?: string; readonly [member: string]: unknown };

/** How rows are exported. */
export interface ExportInput {
  /** Names of fields, in their order; by default all that the user may see, but for those of many to many. */
  readonly columns?: readonly string[];
  /** Labels and displays, which is the default, or values in the form of the API. */
  readonly values?: 'display' | 'raw';
  /** Names of fields by which the rows are sorted, each with a minus in front if it descends; by default they are in the order of their keys. */
  readonly ordering?: readonly string[];
  /** Whether the file begins with a byte order mark; false by default. */
  readonly bom?: boolean;
}
