import type { FieldSchema, ModelSummary } from '@grimoire/protocol';
import type { FC, ReactElement, ReactNode } from 'react';

/** What every input of a form is told. */
export interface InputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly validate: ((value: unknown) => string | undefined) | undefined;
  readonly isRequired: boolean;
  readonly fullWidth: boolean;
}

/** What the input of a kind is told. */
export interface KindInputProps {
  readonly field: FieldSchema;
  readonly common: InputProps;
}

/** A value of a row that is shown; it is never null, and never the empty text. */
export interface KindCellProps {
  readonly field: FieldSchema;
  readonly value: unknown;
  /** The row by its fields, with what the service says of them (`customer_label`). */
  readonly row: Readonly<Record<string, unknown>>;
  /** Whether there is room: a page of one row, in the place of a line of a list. */
  readonly isWhole: boolean;
  /** For a value that has values of other fields in it. */
  readonly kindOf: KindOf;
}

/** A field that a list may be filtered by, under the name that its filters have: `customer__country`. */
export interface Filterable {
  readonly path: string;
  readonly label: string;
  readonly field: FieldSchema;
  /** The models that the user knows of. */
  readonly models: readonly ModelSummary[];
}

/** How a kind stands in a table. */
interface ColumnTraits {
  readonly align: 'left' | 'right';
  readonly isSortable: boolean;
  /** Whether people may add the column to a list that does not show it by itself. */
  readonly isOffered: boolean;
}

/** What a kind of fields is to people who look at its values and fill them in. Each kind is one object, in one file of this folder. */
export interface FieldKind {
  readonly Cell: FC<KindCellProps>;
  readonly Input: FC<KindInputProps>;
  /** The inputs by which a list is filtered; none where it can't be. */
  readonly filters: (filterable: Filterable) => readonly ReactElement[];
  readonly column: ColumnTraits;
  /** Whether it takes a form's whole width. */
  readonly isWide: boolean;
  /** What its cell holds beside text: links and blocks have no place inside a link. */
  readonly holds: 'text' | 'link' | 'block';
  /** A value that is told without its row: no label is known of it. By itself it is a cell. */
  readonly Version?: FC<Pick<KindCellProps, 'field' | 'value'>>;
  /** Whether its values stand below the other fields of a page, without a label of their own. */
  readonly isSection?: true;
  /** Whether a field with choices stays of this kind. */
  readonly ignoresChoices?: true;
  /** Whether an empty value is one, though the field is required. */
  readonly mayBeEmpty?: true;
  /** Whether it can be emptied, though the field takes no null. */
  readonly canBeEmptied?: true;
  /** Whether only who may view the model that it points to can fill it in. */
  readonly needsTarget?: true;
  /** Whether its value is the key of one row of another model. */
  readonly isForeignKey?: true;
  /** What an input that nobody has touched stands for. */
  readonly initial?: (field: FieldSchema) => unknown;
}

/** The kind of a field. */
export type KindOf = (field: Pick<FieldSchema, 'type' | 'choices' | 'widget'>) => FieldKind;

export const plainColumn: ColumnTraits = { align: 'left', isSortable: true, isOffered: true };
export const numberColumn: ColumnTraits = { ...plainColumn, align: 'right' };
