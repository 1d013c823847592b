/** The ways in which requests look for rows, as the doctor examines them. */
export const useKinds = ['autocomplete', 'cascade', 'filter', 'label', 'link', 'list', 'picker', 'rule', 'search', 'sort'] as const;

/** One of the ways in which requests look for rows. */
export type UseKind = (typeof useKinds)[number];

/** Something that the configuration offers, and the plan of the database for it. */
export interface ExaminedUse {
  /** The key of the model. */
  readonly model: string;
  readonly kind: UseKind;
  /** The fields that it is about; for a cascade, the columns that reference the deleted row. */
  readonly fields: readonly string[];
  /** Whether the database finds the rows, or their order, by an index. */
  readonly served: boolean;
  /** The steps of the plan, one line each. */
  readonly plan: readonly string[];
}

/** A statement that an operator may run, or several, one line each; and what it costs. */
export interface Cure {
  /** Null if no statement ends the problem. */
  readonly cure: string | null;
  /** The size of the indexes that it makes, estimated in bytes; null if that is not known. */
  readonly bytes: number | null;
  /** What the operator should know before, one sentence each. */
  readonly notes: readonly string[];
}

/** Something that the configuration offers, and that reads a large table from end to end. */
export interface Unserved extends Omit<ExaminedUse, 'served'>, Cure {
  readonly problem: string;
}

/** What the administrator of a database should know about its tables and settings, with the statement that changes it. */
export interface Advice {
  readonly problem: string;
  readonly cure: string | null;
}

/** What the journal of changes takes, and how long its values are kept. */
export interface JournalSize {
  /** The rows that it has values of; a large number is estimated on PostgreSQL. */
  readonly rows: number;
  /** Its size on the disk with its indexes; on SQLite estimated where that takes long. */
  readonly bytes: number;
  /** When the oldest change was made of which it has values; null without any. */
  readonly oldest: string | null;
  /** How long values are kept, such as `2 years` or `forever`; and those of single models, by their keys. */
  readonly keep: string;
  readonly models: Readonly<Record<string, string>>;
}

/** What the doctor found. */
export interface Diagnosis {
  /** How many uses of how many tables were examined. */
  readonly examined: { readonly tables: number; readonly uses: number };
  readonly uses: readonly ExaminedUse[];
  readonly unserved: readonly Unserved[];
  readonly advice: readonly Advice[];
  /** Null before the first migration, or if that was not found out in time. */
  readonly journal: JournalSize | null;
  /** What was not examined, and why; and limits that are no problem now. One sentence each. */
  readonly notes: readonly string[];
}

/** The answer of `GET /doctor/`. */
export interface DoctorReport extends Diagnosis {
  /** When the examination ended. */
  readonly examined_at: string;
}
