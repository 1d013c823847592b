import type { Extension } from './extension.ts';
import { ownKinds } from './own-kinds.ts';

const none: Extension = {};

/** The extension of a dashboard, and what is wrong with it. While it is developed, it is replaced. */
export class ExtensionState {
  #extension: Extension = none;
  #problem: string | null = null;
  readonly #listeners = new Set<() => void>();

  get extension(): Extension {
    return this.#extension;
  }

  get problem(): string | null {
    return this.#problem;
  }

  use(extension: Extension): void {
    ownKinds.set(extension);
    this.#extension = extension;
    this.#problem = null;
    for (const tell of this.#listeners) tell();
  }

  fail(problem: string): void {
    this.#problem = problem;
    for (const tell of this.#listeners) tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
