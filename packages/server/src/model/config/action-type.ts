import type { AdminAction } from './action.ts';
import type { SentOfType, WireOfType } from '../field-types/all.ts';
import type { ModelRegistration } from './config.ts';
import type { ParamConfig, ParamConfigs, ParamValues } from './param.ts';
import type { ChoiceValue } from './row-type.ts';

/** Actions whose names and input the compiler does not know. */
export type AnyActions = Readonly<Record<string, object>>;

/** The type of a parameter's value in a request. */
type SentValue<P extends ParamConfig> = P['choices'] extends readonly (infer C)[] ? ChoiceValue<C> : SentOfType<P['type']>;

type IsRequired<P extends ParamConfig> = P extends { readonly default: unknown }
  ? false
  : P extends { readonly required: true }
    ? true
    : false;

/** The input of a request for an action without parameters. */
type NothingSent = Readonly<Record<string, never>>;

/** The input of an action with these parameters. */
type InputOf<Params> = [Params] extends [never]
  ? NothingSent
  : Params extends ParamConfigs
    ? string extends keyof Params
      ? Readonly<Record<string, unknown>>
      : { readonly [N in keyof Params as IsRequired<Params[N]> extends true ? N : never]: SentValue<Params[N]> } & {
          readonly [N in keyof Params as IsRequired<Params[N]> extends true ? never : N]?: SentValue<Params[N]> | null;
        }
    : NothingSent;

/** The type of a parameter's value in a handler: checked, in the form of the API (CONTRACT §1). */
type GivenValue<P extends ParamConfig> =
  WireOfType<P['type']> extends readonly unknown[]
    ? SentOfType<P['type']>
    : P['choices'] extends readonly (infer C)[]
      ? ChosenValue<WireOfType<P['type']>, ChoiceValue<C>>
      : WireOfType<P['type']>;

/** One of the choices of a parameter, as a value of its type. */
type ChosenValue<Value, C> = Value extends string ? (C extends string | number ? `${C}` : never) : Value;

/** A default is passed as the config has it; null if the user may give no value. */
type OrDefault<P, Value> = P extends { readonly default: infer D }
  ? Value | D
  : P extends { readonly required: true }
    ? Value
    : Value | null;

/** The input that a handler gets of an action without parameters. */
export type NoInput = { readonly [name: symbol]: never };

/** The input that the handler of an action with these parameters gets: every parameter, with its default, null where no value was given. */
export type HandlerInput<Params> = [Params] extends [undefined]
  ? NoInput
  : NonNullable<Params> extends infer P extends ParamConfigs
    ? string extends keyof P
      ? ParamValues
      : { readonly [N in keyof P]: OrDefault<P[N], GivenValue<P[N]>> }
    : ParamValues;

/** The input of each action of a model's config, by the action's name. */
export type ActionInputs<Actions> = {
  readonly [N in keyof Actions]: Actions[N] extends { readonly params?: infer Params } ? InputOf<NonNullable<Params>> : NothingSent;
};

/** The same for actions that are declared apart from their models; without a codename, the compiler does not know the name. */
type ActionsApart<K, Apart extends readonly AdminAction[]> = {
  readonly [A in Apart[number] as K extends A['model'] ? (A['codename'] extends string ? A['codename'] : string) : never]: InputOf<
    NonNullable<A['params']>
  >;
};

/** The actions by the models' keys. */
export type ModelActions<Models extends readonly ModelRegistration[], Apart extends readonly AdminAction[]> = {
  readonly [M in Models[number] as M['key']]: OfModel<M['$actions'], ActionsApart<M['key'], Apart>>;
};

/** The actions of a config, if they are known, and those that are declared apart. */
type OfModel<Own, Apart> = unknown extends Own ? AnyActions : NonNullable<Own> & Apart;
