/** The actor has changed since they were read: what was made for them is discarded. */
export class ActorChanged extends Error {}

/** The state of an actor: what reads it, and its value when the actor was read. */
export interface ActorState {
  readonly statement: { readonly sql: string; readonly parameters: readonly unknown[]; readonly name?: string };
  readonly value: string;
}

/**
 * Whether the actor of a request is known to be as they were when they were read. A request may begin with an actor whom an earlier request
 * has read: a statement then reads their state beside the data, which saves a round trip (docs/explanation/decisions/actor-in-one-round-trip.md).
 */
export class ActorConfirmation {
  readonly #state: ActorState | undefined;
  #isDone = false;

  /** @param state the state of an actor who was read for an earlier request. */
  constructor(state?: ActorState) {
    this.#state = state;
  }

  /** The confirmation of an actor who was read for this request. */
  static ofCurrent(): ActorConfirmation {
    const confirmation = new ActorConfirmation();
    confirmation.end();
    return confirmation;
  }

  /** Whether the actor was read for this request, or has been confirmed. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** What still has to be read to confirm the actor; undefined if nothing has to be, or can be. */
  get statement(): ActorState['statement'] | undefined {
    return this.#isDone ? undefined : this.#state?.statement;
  }

  /** Throws an {@link ActorChanged} if this value, which the statement has read, is not that of the actor. */
  require(value: unknown): void {
    if (value !== this.#state?.value) throw new ActorChanged();
  }

  /** Records that the actor is confirmed. */
  end(): void {
    this.#isDone = true;
  }
}
