import type { Hooks } from './config/hooks.ts';

/** The hooks that a request may call. */
export type CallableHooks = Omit<Hooks, 'preview'>;

/** A request that calls hooks. */
export interface HookCaller {
  /** Whether nothing of what it writes is kept: hooks that are not declared safe for that are not called. */
  readonly isTrial: boolean;
  /** Called with the name of each hook that would have been called otherwise. */
  notRun(name: string): void;
}

/** The hooks of a model. They are reached only for a request, which may be one that is only tried. */
export class ModelHooks {
  readonly #model: string;
  readonly #hooks: CallableHooks;
  readonly #isSafe: boolean;

  /** @param model the key of the model. */
  constructor(model: string, { preview, ...hooks }: Hooks = {}) {
    this.#model = model;
    this.#hooks = hooks;
    this.#isSafe = preview === 'safe';
  }

  /** Whether the config has a hook, by its name. */
  has(name: keyof CallableHooks): boolean {
    return this.#hooks[name] !== undefined;
  }

  /** The hooks for a request. In place of one that it must not call there is one that only reports its name. */
  for(caller: HookCaller): CallableHooks {
    if (!caller.isTrial || this.#isSafe) return this.#hooks;
    const names = Object.entries(this.#hooks).flatMap(([name, hook]: [string, unknown]) => (hook ? [name] : []));
    return Object.fromEntries(names.map((name) => [name, () => caller.notRun(`${this.#model}.${name}`)]));
  }
}
