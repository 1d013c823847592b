/** Names what a feature keeps for a service. @template State its type. */
export class StateKey<State extends object> {
  readonly name: string;
  /** Only a type. */
  declare readonly $state: State;

  constructor(name: string) {
    this.name = name;
  }
}

/** What features keep for one service, each under a key of its own: the service knows no feature. */
export class States {
  readonly #states = new Map<StateKey<object>, object>();

  /** Keeps the state of a feature. @returns it. */
  keep<State extends object>(key: StateKey<State>, state: State): State {
    this.#states.set(key, state);
    return state;
  }

  /** The state of a feature. Throws if the service was composed without it. */
  of<State extends object>(key: StateKey<State>): State {
    const state = this.#states.get(key);
    if (!state) throw new Error(`This service has no ${key.name}.`);
    return state as State;
  }
}
