import type { Key } from '@grimoire/protocol';
import type { AdminAction } from './action.ts';
import type { ModelRegistration } from './config.ts';
import type { Choice } from '../field.ts';
import type { ParamConfig, ParamConfigs } from './param.ts';

/** Actions whose names and input the compiler does not know. */
export type AnyActions = Readonly<Record<string, object>>;

/** The type of a parameter's value. */
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

/** The input of an action without parameters. */
type NoInput = Readonly<Record<string, never>>;

/** The input of an action with these parameters. */
type InputOf<Params> = [Params] extends [never]
  ? NoInput
  : Params extends ParamConfigs
    ? string extends keyof Params
      ? Readonly<Record<string, unknown>>
      : { readonly [N in keyof Params as IsRequired<Params[N]> extends true ? N : never]: ValueOf<Params[N]> } & {
          readonly [N in keyof Params as IsRequired<Params[N]> extends true ? never : N]?: ValueOf<Params[N]> | null;
        }
    : NoInput;

/** The input of each action of a model's config, by the action's name. */
export type ActionInputs<Actions> = {
  readonly [N in keyof Actions]: Actions[N] extends { readonly params?: infer Params } ? InputOf<NonNullable<Params>> : NoInput;
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
