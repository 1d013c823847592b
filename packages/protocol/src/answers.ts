/** The key of a row in an answer: a number, or a text (UUID, text, composite, or beyond ±(2^53−1)). */
export type Key = number | string;

/** A serialized row: its fields by name, and the display helpers (CONTRACT §1). */
export type Row = { readonly _label: string; readonly [field: string]: unknown };

/** The answer of `GET /r/{app}.{Model}/` (CONTRACT §4). */
export interface Page<R = Row> {
  readonly count: number;
  readonly count_exact: boolean;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly R[];
}

/** A row that a picker offers. */
export interface Suggestion {
  readonly value: Key;
  readonly label: string;
  /** Of a model with `picker_fields`: their values, with the display texts and labels that rows have (CONTRACT §15). */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The answer of `GET /r/{app}.{Model}/autocomplete/` (CONTRACT §4). */
export interface Suggestions {
  readonly results: readonly Suggestion[];
  readonly has_more: boolean;
}

/** The body of `POST /r/{app}.{Model}/suggest/` (CONTRACT §15). */
export interface SuggestRequest {
  /** The field that has a new value. */
  readonly field: string;
  /** The values of the form, with the new one. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The answer of `POST /r/{app}.{Model}/suggest/`: values for other fields of the form, in the form of the API. */
export interface SuggestAnswer {
  readonly values: Readonly<Record<string, unknown>>;
}

/** A value of an aggregate in the form of its field (CONTRACT §1); null if no row has one, or if there was no time. */
export type AggregateValue = number | string | null;

/** Aggregates of rows, by the names of the fields that were asked for. */
export interface AggregateValues {
  /** The number of rows; null if there was no time. */
  readonly count: number | null;
  readonly sum: Readonly<Record<string, AggregateValue>>;
  readonly avg: Readonly<Record<string, AggregateValue>>;
  readonly min: Readonly<Record<string, AggregateValue>>;
  readonly max: Readonly<Record<string, AggregateValue>>;
}

/** The rows with one value. */
export interface AggregateGroup extends AggregateValues {
  readonly value: Key | boolean | null;
  /** The text of the value: that of a choice, the label of a row, otherwise the value itself. */
  readonly label: string | null;
}

/** The answer of `GET /r/{app}.{Model}/aggregate/` (CONTRACT §15). */
export interface Aggregates extends AggregateValues {
  /** False if there was no time: then all values are null, and there are no groups. */
  readonly complete: boolean;
  /** The largest groups first; given if a field for them was named. */
  readonly groups?: readonly AggregateGroup[];
  /** Whether there are more groups. */
  readonly has_more?: boolean;
}

/** The answer of `GET /r/{app}.{Model}/{pk}/references/` (CONTRACT §15). */
export interface References {
  readonly references: readonly Reference[];
}

/** The rows of a model that point to a row by one foreign key. */
export interface Reference {
  readonly model: string;
  readonly field: string;
  readonly verbose_name: string;
  /** Null where counting took too long. */
  readonly count: number | null;
  /** Whether there are more than the count says. */
  readonly capped: boolean;
}

/** The answer of `GET /search/`: rows of several models (CONTRACT §15). */
export interface Found {
  readonly results: readonly {
    readonly model: string;
    readonly rows: Suggestions['results'];
    readonly has_more: boolean;
  }[];
  /** Whether every model could be searched in time. */
  readonly complete: boolean;
}
