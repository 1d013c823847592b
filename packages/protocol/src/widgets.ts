import type { ListLink } from './home.ts';
import type { FieldSchema } from './schema.ts';

/** Rows of a widget, shown as a table. */
export interface WidgetRows<Line extends object = Readonly<Record<string, unknown>>> {
  readonly rows: readonly Line[];
  /** The members that are shown, and how; without it, every member is shown as text. */
  readonly columns?: readonly FieldSchema[];
  /** The model of the rows: each has its key as `_key` (CONTRACT §15). */
  readonly model?: string;
  /** The whole list (CONTRACT §15). */
  readonly link?: ListLink;
}

/** One number of a widget. */
export interface WidgetCard {
  readonly key: string;
  readonly label: string;
  readonly value: unknown;
  /** By how much the value is more than before. */
  readonly delta?: unknown;
  /** Whether counting stopped at the value: there are more. */
  readonly capped?: boolean;
  /** The value of the period before, and the number of days that both periods have (CONTRACT §15). */
  readonly before?: unknown;
  readonly days?: number;
  /** A currency of three letters, `%`, or a text that stands behind the number (CONTRACT §15). */
  readonly unit?: string;
  /** The list that the number is about (CONTRACT §15). */
  readonly link?: ListLink;
}

/** Numbers of a widget. */
export interface Cards {
  readonly cards: readonly WidgetCard[];
}

/** The number of rows of a model. */
export interface ModelCount extends Pick<WidgetCard, 'key' | 'label' | 'capped'> {
  readonly value: number;
}

/** The answer of the widget `model-counts` (CONTRACT §9). */
export interface ModelCounts {
  readonly cards: readonly ModelCount[];
}

/** A widget that the user may request. */
export interface WidgetSummary {
  readonly name: string;
  readonly title: string;
  /** The parameters of the widget, if it has any. */
  readonly params?: readonly FieldSchema[];
}

/** The answer of `GET /widgets/` (CONTRACT §9). */
export interface WidgetList {
  readonly widgets: readonly WidgetSummary[];
}
