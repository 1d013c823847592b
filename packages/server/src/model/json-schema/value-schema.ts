import type { JsonSchema } from '../field-type.ts';
import type { Said } from '../../texts/message.ts';

/** The names and indexes that lead to a part of a JSON value. */
export type Place = readonly (string | number)[];

/** What is wrong with a part of a value. */
export interface PartProblem {
  readonly place: Place;
  readonly message: Said;
}

/** A value that fits, as it is to be stored; or what is wrong with it. */
export type Fitted = { readonly value: unknown } | { readonly problems: readonly PartProblem[] };

/** The schema of the values of a JSON field. */
export interface ValueSchema {
  /** As JSON Schema of draft 2020-12, for forms and clients: what may be sent. */
  readonly json: JsonSchema;
  /** Checks a value, which it may change. */
  fit(value: unknown): Fitted;
}

/** A place as one text: `lines.0.name`. */
export function placeText(place: Place): string {
  return place.map(String).join('.');
}
