import type { Hand } from './hand.ts';

/** Something that staff do many times a day, with its end. */
export interface Task {
  readonly name: string;
  /** Who does it, where the rights matter: a user of the demo. */
  readonly username?: string;
  /** The orders that the shop has, where it needs many. */
  readonly orders?: number;
  /** What the browser takes for now, where days are counted from today. */
  readonly now?: string;
  /** Whether the models are those with a trash; otherwise they are the shop's. */
  readonly hasTrash?: boolean;
  /** Does it, from the home page or from where `hand.start` leads. Fails unless the service says that it is done. */
  readonly run: (hand: Hand) => Promise<void>;
}
