import type { AnyActions } from './model-client.ts';

/** Type-only members of row types, which no row has: the input of each action of their model, and the fields that a create must send. */
declare const actionsOfRow: unique symbol;
declare const requiredOfRow: unique symbol;

/** What the compiler knows of the models of a config. */
interface AdminTypes {
  readonly $models: object;
  readonly $actions?: object;
  readonly $required?: object;
}

/**
 * The types of rows by the models' keys, from the type of a config.
 * @example new Client<ModelsOf<typeof admin>>({ baseUrl: '/api/' })
 */
export type ModelsOf<Admin extends AdminTypes> = {
  readonly [K in keyof Admin['$models']]: Admin['$models'][K] & {
    readonly [actionsOfRow]?: K extends keyof NonNullable<Admin['$actions']> ? NonNullable<Admin['$actions']>[K] : AnyActions;
    readonly [requiredOfRow]?: K extends keyof NonNullable<Admin['$required']> ? NonNullable<Admin['$required']>[K] : never;
  };
};

/** The input of each action of a model. */
export type ActionsOf<Row> = typeof actionsOfRow extends keyof Row ? NonNullable<Row[typeof actionsOfRow]> & object : AnyActions;

type RequiredOf<Row> = typeof requiredOfRow extends keyof Row ? NonNullable<Row[typeof requiredOfRow]> : never;

/** The values of a new row: those of the fields that a create must send, and any others. */
type NewRow<Row, Required> = string extends Required ? Partial<Row> : Partial<Row> & { readonly [N in Required & keyof Row]: Row[N] };

/**
 * The values that a create of a model sends. The types of an OpenAPI document have a type for them, `sales.Order.Create`; the type of a config
 * has the names of the fields that may not be left out.
 */
export type CreateOf<Models, K extends keyof Models & string> = `${K}.Create` extends keyof Models
  ? string extends keyof Models
    ? Partial<Models[K]>
    : Models[`${K}.Create`]
  : NewRow<Models[K], RequiredOf<Models[K]>>;
