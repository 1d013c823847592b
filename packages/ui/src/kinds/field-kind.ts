import type { FieldSchema } from '@grimoire/protocol';
import type { FC, ReactNode } from 'react';
import type { PlainText } from '../texts/text.ts';

/** The props that every input of a form has. */
export interface InputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly validate: ((value: unknown) => string | undefined) | undefined;
  readonly isRequired: boolean;
  readonly fullWidth: boolean;
}

/** The props of the input of a kind. */
export interface KindInputProps {
  readonly field: FieldSchema;
  readonly common: InputProps;
  /** For an input that shows values of other fields. */
  readonly kindOf: KindOf;
}

/** A value of a row to be shown; it is never null, and never the empty text. */
export interface KindCellProps {
  readonly field: FieldSchema;
  readonly value: unknown;
  /** The row by its fields, with the helpers that the service adds (`customer_label`). */
  readonly row: Readonly<Record<string, unknown>>;
  /** Whether the whole value is shown, as on the page of a row, or a shortened one, as in a list. */
  readonly isWhole: boolean;
  /** Whether a shortened text gets a button that shows all of it. */
  readonly canOpen?: boolean;
  /** For a value that contains values of other fields. */
  readonly kindOf: KindOf;
}

/** What the value of a condition is asked for with. */
export type Asked = 'text' | 'texts' | 'number' | 'day' | 'time' | 'choices' | 'rows' | 'yes or no' | 'days' | 'period' | 'nothing';

/** What was read of a text of many values. */
export interface ReadValues {
  /** Each value once, in the order of the text. */
  readonly values: readonly string[];
  /** What can be no value of the field. */
  readonly leftOut: readonly string[];
}

/** A way to compare a field: "Total · is between · 10 and 20". */
export interface Operator {
  /** What stands between the field and the value. */
  readonly words: PlainText;
  /** What follows the path of the field in the names of the filters: two for the ends of a range. */
  readonly suffixes: readonly string[];
  readonly asks: Asked;
  /** The value, where none is asked for. */
  readonly value?: string;
  /** The value of a filter, by what was entered; undefined where it is no value. */
  readonly parse?: (entered: string, suffix: string) => string | undefined;
  /** What was entered, by the value of a filter; empty where that is none of the operator. */
  readonly format?: (value: string) => string;
  /** Reads many values out of what was entered; by default they are texts. */
  readonly readAll?: (entered: string) => ReadValues;
  /** A value as two of them are compared: `7.50` is `7.5`. By default, letters in upper case are those in lower case. */
  readonly compared?: (value: string) => string;
  /** Whether it is not offered: only a link of the service makes such filters. */
  readonly isOnlyTold?: true;
}

/** The appearance of a kind in a table. */
export interface ColumnTraits {
  readonly align: 'left' | 'right';
  readonly isSortable: boolean;
  /** Whether users may add the column to a list that does not show it by default. */
  readonly isOffered: boolean;
}

/** What a column of a list is totalled by. */
export type TotalName = 'sum' | 'avg' | 'min' | 'max';

/** The totals that a column may have, and the one that it has before the user chooses. */
interface TotalTraits {
  readonly offered: readonly TotalName[];
  readonly usual?: TotalName;
}

/** A value that can be chosen. */
export interface EntryOption {
  readonly value: unknown;
  readonly label: string;
}

/** How a value stands in one line of text, as in a cell of a spreadsheet. */
export interface Entry {
  /** The text of a value that is not null. */
  readonly write: (field: FieldSchema, value: unknown) => string;
  /**
   * The value of a text that is not empty; `Broken` where it is none.
   * @param before the value that the text replaces
   */
  readonly read: (field: FieldSchema, text: string, before: unknown) => unknown;
  /** The values to choose from, where there are few. */
  readonly options?: (field: FieldSchema) => readonly EntryOption[];
  /** Whether the empty text is a value of a column that is not null. */
  readonly isText?: true | undefined;
}

/** How values of a kind of field are shown and edited. Each kind is one object, in one file of this folder. */
export interface FieldKind {
  readonly Cell: FC<KindCellProps>;
  readonly Input: FC<KindInputProps>;
  /** How a list is filtered by a field, the most usual first; none where it can not be filtered by. */
  readonly operators: (field: FieldSchema) => readonly Operator[];
  readonly column: ColumnTraits;
  /** How its values are written and read as text; undefined for those that only their input can edit. */
  readonly entry?: Entry | undefined;
  /** Undefined for a kind whose values have no totals. */
  readonly totals?: TotalTraits;
  /** Whether it takes the full width of a form. */
  readonly isWide: boolean;
  /** What its cell contains besides text: links and blocks can not be placed inside a link. */
  readonly holds: 'text' | 'link' | 'block';
  /** Shows a value without its row, so without a label. By default it is the cell. */
  readonly Version?: FC<Pick<KindCellProps, 'field' | 'value'>>;
  /** Whether its values are shown below the other fields of a page, without a label. */
  readonly isSection?: true;
  /** Whether a field with choices keeps this kind. */
  readonly ignoresChoices?: true;
  /** Whether the empty value is valid although the field is required. */
  readonly mayBeEmpty?: true;
  /** Whether it can be emptied although the field does not accept null. */
  readonly canBeEmptied?: true;
  /** Whether it can only be edited by a user who may view the related model. */
  readonly needsTarget?: true;
  /** Whether its value is the key of one row of another model. */
  readonly isForeignKey?: true;
  /** Whether the input of a field that does not accept null is a switch, with its label beside it. */
  readonly isSwitch?: true;
  /** Whether its value is the address of a picture. */
  readonly isPicture?: true;
  /** Whether its value is a date and a time of day. */
  readonly isMoment?: true;
  /** The value of an input that the user has not edited. */
  readonly initial?: (field: FieldSchema) => unknown;
}

/** The kind of a field. */
export type KindOf = (field: Pick<FieldSchema, 'type' | 'choices' | 'widget' | 'related'>) => FieldKind;

export const plainColumn: ColumnTraits = { align: 'left', isSortable: true, isOffered: true };
export const numberColumn: ColumnTraits = { ...plainColumn, align: 'right' };
