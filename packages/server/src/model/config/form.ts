/** The part of a section's row that an input takes. */
export type FieldWidth = 'full' | 'half' | 'third';

/** A field in a section of a form: its name, or its name and its width. */
export type FormField<Name extends string = string> = Name | { readonly name: Name; readonly width?: FieldWidth };

/** Fields of a form that belong together. */
export interface FormSectionConfig<Name extends string = string> {
  /** The heading. */
  readonly title?: string;
  readonly fields: readonly FormField<Name>[];
  /** A text under the heading. */
  readonly help?: string;
  /** One of the form's `tabs`; by default the first. */
  readonly tab?: string;
  /** Whether the section is closed at first; it needs a title. */
  readonly collapsed?: boolean;
}

/** The layout of a model's form. Fields that it does not name follow at the end. */
export interface FormConfig<Name extends string = string> {
  readonly sections?: readonly FormSectionConfig<Name>[];
  /** Fields beside the form. */
  readonly aside?: readonly Name[];
  /** The names of tabs, in their order. */
  readonly tabs?: readonly string[];
}

/** A value of a condition; null for an empty field. */
export type ConditionValue = string | number | boolean | null;

/** What holds of a form while each of these fields has the value, or one of the values. */
export type FormCondition<Name extends string = string> = { readonly [N in Name]?: ConditionValue | readonly ConditionValue[] };
