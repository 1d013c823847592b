import type { Key } from '@grimoire/protocol';
import type { AdminAction } from './action.ts';
import type { ModelRegistration } from './config.ts';
import type { Choice } from '../field.ts';
import type { ParamConfig, ParamConfigs } from './param.ts';

/** Actions of which the compiler knows neither names nor input. */
export type AnyActions = Readonly<Record<string, object>>;

/** A value that a param takes. */
type ValueOf<P extends ParamConfig> = P['choices'] extends readonly (infer C)[]
  ? C extends Choice
    ? C['value']
    : C
  : P['type'] extends 'BooleanField'
    ? boolean
    : P['type'] extends 'JSONField'
      ? unknown
      : P['type'] extends 'ArrayField'
        ? readonly string[]
        : Key;

type IsRequired<P extends ParamConfig> = P extends { readonly default: unknown }
  ? false
  : P extends { readonly required: true }
    ? true
    : false;

/** What an action takes that asks for nothing. */
type NoInput = Readonly<Record<string, never>>;

/** The input that an action with these params takes. */
type InputOf<Params> = [Params] extends [never]
  ? NoInput
  : Params extends ParamConfigs
    ? string extends keyof Params
      ? Readonly<Record<string, unknown>>
      : { readonly [N in keyof Params as IsRequired<Params[N]> extends true ? N : never]: ValueOf<Params[N]> } & {
          readonly [N in keyof Params as IsRequired<Params[N]> extends true ? never : N]?: ValueOf<Params[N]> | null;
        }
    : NoInput;

/** Input by the name of an action, of those that a model's config declares. */
export type ActionInputs<Actions> = {
  readonly [N in keyof Actions]: Actions[N] extends { readonly params?: infer Params } ? InputOf<NonNullable<Params>> : NoInput;
};

/** The same of those that are declared apart from their models; without a codename, the compiler does not know its name. */
type ActionsApart<K, Apart extends readonly AdminAction[]> = {
  readonly [A in Apart[number] as K extends A['model'] ? (A['codename'] extends string ? A['codename'] : string) : never]: InputOf<
    NonNullable<A['params']>
  >;
};

/** The actions by the models' keys. */
export type ModelActions<Models extends readonly ModelRegistration[], Apart extends readonly AdminAction[]> = {
  readonly [M in Models[number] as M['key']]: OfModel<M['$actions'], ActionsApart<M['key'], Apart>>;
};

/** Those of a config, where they are known, and those that are declared apart. */
type OfModel<Own, Apart> = unknown extends Own ? AnyActions : NonNullable<Own> & Apart;
