import type { FieldWidget } from '@grimoire/protocol';
import type { Choice } from '../field.ts';
import type { ParamType } from '../field-types/all.ts';
import type { SchemaOption } from '../json-schema/read-schema.ts';

/**
 * One value that a widget or an action takes, described like a field. An `ArrayField` is a list of texts, a `ForeignKey` the key of a row
 * that the user may view.
 */
export interface ParamConfig {
  readonly type: ParamType;
  /** For a `ForeignKey`: key of the model that it references, `{app}.{Model}`. */
  readonly to?: string;
  readonly label?: string;
  readonly helpText?: string;
  /** How frontends show the parameter, if that does not follow from its type: a text as a password. */
  readonly widget?: FieldWidget;
  /** Whether a value is required; ignored if there is a default. */
  readonly required?: boolean;
  readonly default?: string | number | boolean;
  readonly choices?: readonly (string | Choice)[];
  /** What a `JSONField` takes: a JSON Schema, or a schema of Zod, Valibot or ArkType. */
  readonly schema?: SchemaOption;
  readonly maxLength?: number;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
}

/** Parameters by name. */
export type ParamConfigs = Readonly<Record<string, ParamConfig>>;

/** Values of parameters as passed to a handler: in the form of the API, with defaults, null if no value was given. */
export type ParamValues = Readonly<Record<string, unknown>>;
