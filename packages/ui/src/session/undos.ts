/** A change set that is to be taken back. */
export interface AskedUndo {
  readonly changeSet: number;
  /** Whether the person has just made it: one row then comes back without a question. */
  readonly isFresh: boolean;
  /** The address of the page that is opened then: that of a row that was deleted. */
  readonly opens?: string | undefined;
}

/** What was changed in this tab and can be taken back, and what is asked to be. One window of the page listens to it. */
export class Undos {
  #asked: AskedUndo | null = null;
  #last: AskedUndo | null = null;
  readonly #watchers = new Set<() => void>();
  readonly #affected = new Set<() => void>();

  /** What is asked for at present; null for nothing. */
  get asked(): AskedUndo | null {
    return this.#asked;
  }

  /** The last write of this tab; null where it can not be taken back. */
  get last(): AskedUndo | null {
    return this.#last;
  }

  ask(asked: AskedUndo): void {
    this.#set(asked);
  }

  /** Keeps the last write of this tab. */
  remember(last: AskedUndo | null): void {
    this.#last = last;
  }

  /** Ends what was asked for. */
  close(): void {
    this.#set(null);
  }

  /** Tells the forms on the page that rows may be others now. */
  changed(): void {
    for (const tell of this.#affected) tell();
  }

  /** @param tell called when something is asked for, or no longer. @returns what ends this */
  watch = (tell: () => void): (() => void) => {
    this.#watchers.add(tell);
    return () => void this.#watchers.delete(tell);
  };

  /** @param tell called when something was taken back. @returns what ends this */
  onChange(tell: () => void): () => void {
    this.#affected.add(tell);
    return () => void this.#affected.delete(tell);
  }

  #set(asked: AskedUndo | null): void {
    this.#asked = asked;
    for (const tell of this.#watchers) tell();
  }
}
