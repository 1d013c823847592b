import type { auditModelKey } from '../audit/model.ts';
import type { AdminAction } from '../model/config/action.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import type { AnyRow } from '../model/config/row-type.ts';
import type { staffModelKeys } from '../model/staff-model-keys.ts';

/** The types of rows by the models' keys; rows of the service's own models have no specific type. */
export type ModelRows<Models extends readonly ModelRegistration[]> = {
  readonly [M in Models[number] as M['key']]: M extends ModelRegistration<string, infer Row> ? Row : never;
} & Readonly<Record<OwnModelKey, AnyRow>>;

/** The names of the fields that a create must send, by the models' keys. */
export type ModelRequired<Models extends readonly ModelRegistration[]> = {
  readonly [M in Models[number] as M['key']]: M extends ModelRegistration<string, AnyRow, unknown, infer Required> ? Required : never;
};

/** An action that is declared apart from its model, with the rows of that model. */
export type ActionOf<Models extends readonly ModelRegistration[]> = {
  readonly [K in keyof ModelRows<Models> & string]: AdminAction<K, ModelRows<Models>[K]>;
}[keyof ModelRows<Models> & string];

type OwnModelKey = (typeof staffModelKeys)[keyof typeof staffModelKeys] | typeof auditModelKey;
