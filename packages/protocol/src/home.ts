import type { AggregateValue } from './answers.ts';
import type { ToneName } from './looks.ts';

/** A list of a model, with the parameters of its address. */
export interface ListLink {
  readonly model: string;
  /** A query string without a question mark; empty for the whole list. */
  readonly query: string;
  /**
   * The same list with days relative to today, as `relativeFilters` resolves them: `due~in_date=before+today`. Only where a filter of `query`
   * moves with the day.
   */
  readonly relative?: string;
}

/** What a widget or a card says about all of its numbers. */
export interface NumberLook {
  /** A currency of three letters, `%`, or a text that stands behind the number. */
  readonly unit?: string;
}

/** One line of a series: a value for each of its points; null where there is none. */
export interface SeriesLine {
  readonly key: string;
  readonly label: string;
  readonly values: readonly AggregateValue[];
  readonly tone?: ToneName;
}

/** Numbers along time, or along other points in their order (CONTRACT §15). */
export interface Series {
  readonly series: NumberLook & {
    readonly kind: 'line' | 'bar' | 'area';
    /** The points: days such as `2026-11-21`, with the length of time that begins with each; or other texts. */
    readonly points: readonly string[];
    readonly each?: 'day' | 'week' | 'month';
    readonly lines: readonly SeriesLine[];
  };
  readonly link?: ListLink;
}

/** A part of a breakdown. */
export interface BreakdownPart {
  readonly key: string;
  readonly label: string;
  readonly value: AggregateValue;
  /** Its part of the whole, from 0 to 1. */
  readonly share?: number;
  readonly tone?: ToneName;
  readonly link?: ListLink;
}

/** Numbers that are parts of a whole, the largest first (CONTRACT §15). */
export interface Breakdown {
  readonly breakdown: NumberLook & {
    readonly parts: readonly BreakdownPart[];
    /** The whole; left out where parts do not add up, as averages. */
    readonly total?: AggregateValue;
  };
  readonly link?: ListLink;
}

/** A link of a widget or a card: to a list, or to an address that begins with `https://`, `http://` or `/`. */
export type WidgetLink = { readonly label: string; readonly note?: string } & (ListLink | { readonly url: string });

/** Links (CONTRACT §15). */
export interface WidgetLinks {
  readonly links: readonly WidgetLink[];
}

/** The answer of a card for which there was no time. */
export interface LateCard {
  readonly complete: false;
}

/** A card of the home page that the user may see (CONTRACT §15). */
export interface HomeCard {
  /** Its name in addresses. */
  readonly key: string;
  readonly title: string;
  readonly kind: 'number' | 'series' | 'breakdown' | 'table' | 'view' | 'widget' | 'links';
  readonly width: 'quarter' | 'third' | 'half' | 'two-thirds' | 'full';
  /** The most rows or parts that it has, for room that is kept. */
  readonly rows?: number;
}

/** A dashboard of the home page. */
export interface HomeDashboard {
  readonly name: string;
  readonly title: string;
  readonly cards: readonly HomeCard[];
}

/** The answer of `GET /home/` (CONTRACT §15). */
export interface Home {
  readonly dashboards: readonly HomeDashboard[];
  /** The time zone of the settings, in which days begin unless a request names another one; null without the setting. */
  readonly time_zone: string | null;
}
