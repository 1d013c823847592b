import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { KeyValues } from '../request/key.ts';

/** Where a text may occur in another one, and whether case is ignored. */
export interface TextMatch {
  readonly where: 'anywhere' | 'start' | 'end' | 'whole';
  readonly isCaseless: boolean;
}

/** The content of a parameter, by the kind that decides how it is sent. */
export interface Bindings {
  /** A value that a column is compared with. */
  readonly value: { readonly given: Value; readonly field: Field };
  /** Values of which a column has one. */
  readonly values: { readonly given: readonly Value[]; readonly field: Field };
  /** A value that is written into a column. */
  readonly stored: { readonly given: Value; readonly field: Field };
  /** A value that a source has converted for its own driver. */
  readonly driver: { readonly given: unknown };
  /** Texts as they are. */
  readonly texts: { readonly given: readonly string[] };
  /** Texts of which a column's text contains one. */
  readonly search: { readonly given: readonly string[]; readonly match: TextMatch };
  /** Composite keys. */
  readonly keys: { readonly given: readonly KeyValues[]; readonly fields: readonly Field[] };
  /** A number or a text as it is. */
  readonly plain: { readonly given: string | number };
}

/**
 * A value of a plan that is sent to the database separately from the SQL. The statement of a plan does not depend on it, but on everything
 * else in the plan (`sql/statement-key.ts`).
 */
export class Parameter<K extends keyof Bindings = keyof Bindings> {
  readonly kind: K;
  readonly binding: Bindings[K];

  constructor(kind: K, binding: Bindings[K]) {
    this.kind = kind;
    this.binding = binding;
  }
}

/** A number or a text that is sent as it is. */
export function plain(given: string | number): Parameter<'plain'> {
  return new Parameter('plain', { given });
}
