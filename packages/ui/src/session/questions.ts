/** What a person is asked before something goes on. */
export interface Question {
  readonly title: string;
  readonly text?: string;
  /** The ways on; the last one is the one that is meant. */
  readonly ways: readonly Way[];
  /** The text of the button that changes nothing. */
  readonly stay: string;
}

/** A way on from a question. */
export interface Way {
  readonly name: string;
  readonly text: string;
  /** Whether something is lost by it. */
  readonly isLoss?: boolean;
}

/** The question that is asked at present. One window of the page listens to it. */
export class Questions {
  #asked: Question | null = null;
  #tell: ((way: string | null) => void) | null = null;
  readonly #watchers = new Set<() => void>();

  get asked(): Question | null {
    return this.#asked;
  }

  /** @returns the name of the way that was chosen; null to stay, also where another question is asked before the answer. */
  ask(question: Question): Promise<string | null> {
    this.#tell?.(null);
    return new Promise((tell) => {
      this.#tell = tell;
      this.#set(question);
    });
  }

  /** @param way the name of the way that was chosen; null to stay. */
  answer(way: string | null): void {
    const tell = this.#tell;
    this.#tell = null;
    this.#set(null);
    tell?.(way);
  }

  /** @param tell called when something is asked, or answered. @returns what ends this */
  watch = (tell: () => void): (() => void) => {
    this.#watchers.add(tell);
    return () => void this.#watchers.delete(tell);
  };

  #set(question: Question | null): void {
    this.#asked = question;
    for (const tell of this.#watchers) tell();
  }
}
