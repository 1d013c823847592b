import type { FieldWidth } from './config/form.ts';
import type { Field } from './field.ts';

/** A section of a form, checked. */
export interface FormSection {
  readonly title: string | undefined;
  readonly help: string | undefined;
  readonly tab: string | undefined;
  readonly isCollapsed: boolean;
  readonly fields: readonly { readonly field: Field; readonly width: FieldWidth | undefined }[];
}

/** The layout of a model's form, checked. */
export interface FormLayout {
  readonly tabs: readonly string[];
  readonly sections: readonly FormSection[];
  readonly aside: readonly Field[];
}
