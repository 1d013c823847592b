import type { DataProvider, GetOneResult, Identifier } from 'react-admin';

/** Milliseconds after which a row that was read ahead, and that no page has asked for, is read again. */
const newFor = 10_000;

interface Ahead {
  readonly model: string;
  readonly id: string;
  readonly answer: Promise<GetOneResult>;
  readonly asked: number;
}

/**
 * Reads one row before its page is there. `getOne` returns it once, so a page that is opened again reads the row again. (The cache of queries would
 * keep it, and a form that is opened again must not have an old row.)
 */
export class RowAhead {
  readonly #provider: Pick<DataProvider, 'getOne'>;
  #ahead: Ahead | undefined;

  constructor(provider: Pick<DataProvider, 'getOne'>) {
    this.#provider = provider;
  }

  /** Begins to read a row. An error is given to the caller of `getOne`. */
  read(model: string, id: string): void {
    const answer = this.#provider.getOne(model, { id });
    answer.catch(() => undefined);
    this.#ahead = { model, id, answer, asked: performance.now() };
  }

  /** Drops the row: the next user who signs in may have other rights. */
  forget(): void {
    this.#ahead = undefined;
  }

  /** `getOne` of the provider, or the row that was read ahead. */
  readonly getOne: DataProvider['getOne'] = (model, params) => this.#take(model, params.id) ?? this.#provider.getOne(model, params);

  #take(model: string, id: Identifier): Promise<GetOneResult> | undefined {
    const ahead = this.#ahead;
    // A page that asks for another row has replaced the first one.
    this.#ahead = undefined;
    const isIt = ahead?.model === model && ahead.id === String(id) && performance.now() - ahead.asked < newFor;
    return isIt ? ahead.answer : undefined;
  }
}
