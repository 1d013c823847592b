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
 * Reads one row before its page is there. It is given once, so a page that is opened again has the row as it is then. (The cache of queries would keep
 * it for a form that must not have an old one.)
 */
export class RowAhead {
  readonly #provider: Pick<DataProvider, 'getOne'>;
  #ahead: Ahead | undefined;

  constructor(provider: Pick<DataProvider, 'getOne'>) {
    this.#provider = provider;
  }

  /** Begins to read a row. What fails is said to who asks for it. */
  read(model: string, id: string): void {
    const answer = this.#provider.getOne(model, { id });
    answer.catch(() => undefined);
    this.#ahead = { model, id, answer, asked: performance.now() };
  }

  /** Whoever signs in next has other rights. */
  forget(): void {
    this.#ahead = undefined;
  }

  /** `getOne` of the provider, or the row that was read ahead. */
  readonly getOne: DataProvider['getOne'] = (model, params) => this.#take(model, params.id) ?? this.#provider.getOne(model, params);

  #take(model: string, id: Identifier): Promise<GetOneResult> | undefined {
    const ahead = this.#ahead;
    // Who asks for another row has left the page.
    this.#ahead = undefined;
    const isIt = ahead?.model === model && ahead.id === String(id) && performance.now() - ahead.asked < newFor;
    return isIt ? ahead.answer : undefined;
  }
}
