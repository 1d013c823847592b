import type { FieldSchema, IconName, ModelPermissions, ModelSchema } from '@grimoire/protocol';
import type { ComponentType } from 'react';

/** The values of a row by its fields, as the service serves them. */
export type RowValues = Readonly<Record<string, unknown>>;

/** The options of a field's widget: the part of the config that is for its kind alone. */
export type KindOptions = Readonly<Record<string, unknown>>;

/** A value of a row, to be shown. It is never null, and never the empty text. */
export interface CellProps<Value = unknown, Row = RowValues> {
  readonly value: Value;
  readonly row: Row;
  readonly field: FieldSchema;
  /** `options` of the field's widget. */
  readonly options: KindOptions;
  /** Whether the whole value is shown, as on the page of a row, or a shortened one, as in a list. */
  readonly isWhole: boolean;
}

/** A value of a form, to be edited. The label, the help and the errors stand around the input. */
export interface InputProps<Value = unknown> {
  /** Null where there is none. */
  readonly value: Value | null;
  onChange(value: Value | null): void;
  readonly field: FieldSchema;
  readonly options: KindOptions;
  /** Of the element that the label names. */
  readonly id: string;
  readonly label: string;
  readonly isRequired: boolean;
  /** Whether the service or the form has refused the value. */
  readonly isWrong: boolean;
}

/** How values are shown and edited. What is left out is that of the field's type. */
export interface Kind {
  readonly Cell?: ComponentType<CellProps<never, never>>;
  readonly Input?: ComponentType<InputProps<never>>;
}

/** A right on a model. */
export type Right = keyof ModelPermissions;

/** What a user must be allowed to do, to see something. The service decides about the rows themselves. */
export interface Permission {
  readonly model: string;
  readonly right: Right;
}

/** A page of its own. Its address is `#/pages/` and its path. */
export interface PageEntry {
  /** Letters, digits, hyphens and slashes: `delivery/today`. */
  readonly path: string;
  /** Its text in the menu. */
  readonly title: string;
  readonly icon?: IconName;
  /** `false` leaves it out of the menu. */
  readonly menu?: boolean;
  readonly permission?: Permission;
  readonly Page: ComponentType;
}

/** The row of a page, for panels and tabs. */
export interface RowProps<Row = RowValues> {
  readonly model: string;
  /** Its key. */
  readonly id: string | number;
  readonly row: Row;
  readonly schema: ModelSchema;
}

/** A box on the page of a row, or a tab of it. */
export interface RowPart {
  readonly title: string;
  readonly permission?: Permission;
  readonly Content: ComponentType<RowProps<never>>;
}

/** What stands above a list. */
export interface ListToolProps {
  readonly schema: ModelSchema;
}

/** A box on the home page. */
export interface CardEntry {
  readonly title: string;
  readonly permission?: Permission;
  readonly Card: ComponentType;
}

/** Colors of one theme, such as `#5747d1`. */
export interface ThemeColors {
  readonly page?: string;
  readonly surface?: string;
  readonly raised?: string;
  readonly line?: string;
  readonly softLine?: string;
  readonly inputLine?: string;
  readonly text?: string;
  readonly muted?: string;
  readonly faint?: string;
}

/** The design: what is left out stays as it is. */
export interface ThemeTokens {
  readonly light?: ThemeColors;
  readonly dark?: ThemeColors;
}

/** What a host adds to the dashboard. */
export interface Extension {
  /** Kinds of fields, by the names that the config gives: `widget: { kind: 'own', name: 'stars' }`. */
  readonly kinds?: Readonly<Record<string, Kind>>;
  /** The kinds of single fields, by `app.Model.field`: a name of `kinds`, or a kind. */
  readonly fields?: Readonly<Record<string, string | Kind>>;
  readonly pages?: readonly PageEntry[];
  /** Boxes above the fields of a row, by model. */
  readonly rowPanels?: Readonly<Record<string, readonly RowPart[]>>;
  /** Tabs of the page of a row, by model. */
  readonly rowTabs?: Readonly<Record<string, readonly RowPart[]>>;
  /** Lists in the place of the dashboard's own, by model. `grimoire eject` writes one to begin with. */
  readonly lists?: Readonly<Record<string, ComponentType>>;
  /** What stands beside the buttons of a list, by model. */
  readonly listTools?: Readonly<Record<string, ComponentType<ListToolProps>>>;
  /** Boxes on the home page, by name. */
  readonly cards?: Readonly<Record<string, CardEntry>>;
  readonly theme?: ThemeTokens;
  /**
   * Texts by their English ones, by language: those of the extension, and those of the dashboard that it words differently. A language that the
   * dashboard has not is added to its languages; texts that are missing stay in English.
   */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The default export of an extension. It returns what it gets: the compiler checks it here. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
