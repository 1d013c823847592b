/** The part of a row of twelve columns that a card takes. */
export type CardWidth = 'quarter' | 'third' | 'half' | 'two-thirds' | 'full';

/** Filters of a list, by the names that its address has; `today`, `today-30` and `today+7` are days, in fields of dates and date-times. */
export type CardFilters = Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>;

/** What is asked of rows: their number, or the sum or the average of a field. */
export type CardMeasure = 'count' | { readonly sum: string } | { readonly avg: string };

/** The rows of a card. */
export interface CardRows {
  /** Key of the model, such as `sales.Order`. */
  readonly model: string;
  readonly filters?: CardFilters;
}

/** The rows of a card, and what is asked of them. */
export interface CardNumber extends CardRows {
  /** By default `count`. */
  readonly of?: CardMeasure;
  /** A currency of three letters, `%`, or a text that stands behind the number. */
  readonly unit?: string;
}

/** What every card has. */
export interface CardFrame {
  /** The name of the card in addresses, by default made of its title; no two cards of a dashboard have the same. */
  readonly name?: string;
  readonly title?: string;
  readonly width?: CardWidth;
}

/** A widget, by its name. */
export interface WidgetCardConfig extends CardFrame {
  readonly widget: string;
  /** Values of its parameters. */
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/** One number. */
export interface NumberCardConfig extends CardFrame {
  readonly number: CardNumber & {
    /** Only the rows of the last days by this field, compared with as many days before. */
    readonly period?: { readonly by: string; readonly days: number };
  };
}

/** A number for each day, week or month. */
export interface SeriesCardConfig extends CardFrame {
  readonly series: CardNumber & {
    /** A field of dates or date-times. */
    readonly by: string;
    /** By default `day`. Weeks begin on Monday. */
    readonly each?: 'day' | 'week' | 'month';
    /** How many of them, the current one included. */
    readonly last: number;
    /** By default `line`. */
    readonly kind?: 'line' | 'bar' | 'area';
  };
}

/** A number for each value of a field. */
export interface BreakdownCardConfig extends CardFrame {
  readonly breakdown: CardNumber & {
    /** A field with choices, a boolean, a foreign key or a short text. */
    readonly by: string;
    /** The largest groups, 5 by default, 20 at most; the rest is one more. */
    readonly top?: number;
  };
}

/** The first rows of a list. */
export interface TableCardConfig extends CardFrame {
  readonly table: CardRows & {
    /** By default the first columns of the list. */
    readonly columns?: readonly string[];
    readonly ordering?: string;
    /** 5 by default, 50 at most. */
    readonly limit?: number;
  };
}

/** The first rows of a saved view that is shared with the user. */
export interface ViewCardConfig extends CardFrame {
  readonly view: { readonly model: string; readonly name: string; readonly limit?: number };
}

/** A link to a list, or to another address. */
export type CardLink =
  | ({ readonly label: string; readonly note?: string } & CardRows)
  | { readonly label: string; readonly note?: string; readonly url: string };

/** Links. */
export interface LinksCardConfig extends CardFrame {
  readonly links: readonly CardLink[];
}

/** A card of the home page. */
export type HomeCardConfig =
  | WidgetCardConfig
  | NumberCardConfig
  | SeriesCardConfig
  | BreakdownCardConfig
  | TableCardConfig
  | ViewCardConfig
  | LinksCardConfig;

/** A dashboard of the home page. */
export interface HomeDashboardConfig {
  /** The name in addresses, such as `sales`. */
  readonly name: string;
  readonly title: string;
  /** Names of groups of staff, whose members see it; by default all staff do. Superusers see every dashboard. */
  readonly groups?: readonly string[];
  readonly cards: readonly HomeCardConfig[];
}

/** The kinds of cards. */
export const cardKinds = ['number', 'series', 'breakdown', 'table', 'view', 'widget', 'links'] as const;

/** One of {@link cardKinds}: the member that says what a card shows. */
export type CardKind = (typeof cardKinds)[number];

/** The kind of a card. */
export function kindOf(card: HomeCardConfig): CardKind | undefined {
  return cardKinds.find((kind) => Object.hasOwn(card, kind));
}

/** The name of a card in addresses: the one it is given, else made of its title, or of what it shows. */
export function nameOfCard(card: HomeCardConfig): string {
  const ownName = card.name ?? card.title ?? ('widget' in card ? card.widget : 'view' in card ? card.view.name : undefined);
  const text = ownName ?? `${kindOf(card)} ${modelOfCard(card) ?? ''}`;
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The texts of home pages that can be translated, each once. */
export function textsOfHome(dashboards: readonly HomeDashboardConfig[]): readonly string[] {
  const texts = dashboards.flatMap(({ title, cards }) => [title, ...cards.flatMap(textsOfCard)]);
  return [...new Set(texts.filter((text) => text !== undefined))];
}

function textsOfCard(card: HomeCardConfig): readonly (string | undefined)[] {
  const links = 'links' in card ? card.links.flatMap(({ label, note }) => [label, note]) : [];
  return [card.title, unitOfCard(card), ...links];
}

/** Whether a unit is a code by which numbers are formatted, a currency or a percentage: it is the same in every language. */
export function isUnitCode(unit: string): boolean {
  return /^(?:[A-Z]{3}|%|)$/.test(unit);
}

/** The unit of a card that is a text. */
function unitOfCard(card: HomeCardConfig): string | undefined {
  const { unit } = 'number' in card ? card.number : 'series' in card ? card.series : 'breakdown' in card ? card.breakdown : {};
  return unit !== undefined && isUnitCode(unit) ? undefined : unit;
}

/** Key of the model of a card; undefined if it has none of its own. */
export function modelOfCard(card: HomeCardConfig): string | undefined {
  if ('number' in card) return card.number.model;
  if ('series' in card) return card.series.model;
  if ('breakdown' in card) return card.breakdown.model;
  if ('table' in card) return card.table.model;
  return 'view' in card ? card.view.model : undefined;
}
