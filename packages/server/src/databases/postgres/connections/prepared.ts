import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { RawStatement } from '../../statement.ts';
import type { BatchStep } from './batch.ts';

/** The largest number of statements that one connection keeps prepared. */
const maxPrepared = 200;

/** The statements that one connection has prepared; the least recently used ones are forgotten. */
export class PreparedStatements {
  /** Names that the server is told to forget with the next statements. */
  #closed: string[] = [];
  /** The texts by their names. */
  readonly #texts = new LRUCache<string, string>({
    max: maxPrepared,
    dispose: (_, name, reason) => {
      if (reason === 'evict') this.#closed.push(name);
    },
  });

  /** A statement in the form in which it is sent. */
  step({ sql: text, name, parameters: values }: RawStatement, isPreparing: boolean): BatchStep {
    if (name === undefined || !isPreparing) return { text, name: '', isNew: true, values };
    const previous = this.#texts.get(name);
    const isNew = previous !== text;
    // Another copy of this module, such as before a hot reload, may give the same name to another text.
    if (isNew && previous !== undefined) this.#closed.push(name);
    if (isNew) this.#texts.set(name, text);
    return { text, name, isNew, values };
  }

  /** The names to forget; each is returned once. */
  takeClosed(): readonly string[] {
    const closed = this.#closed;
    this.#closed = [];
    return closed;
  }

  /** Statements of which it is not known whether the server has prepared them, or whose plan is outdated, are prepared again. */
  forget(steps: readonly BatchStep[]): void {
    for (const { name } of steps) if (name !== '' && this.#texts.delete(name)) this.#closed.push(name);
  }

  /** The connection has forgotten some statements, but may know others: to close one that it does not know is no error. */
  forgetAll(): void {
    this.#closed.push(...this.#texts.keys());
    this.#texts.clear();
  }
}

/** The key is known to every copy of this module: several admins, also of several copies, may use one pool of the host. */
const property = Symbol.for('grimoire.preparedStatements');

/** The statements that a connection has prepared, for all who use it. */
export function preparedOn(client: pg.PoolClient): PreparedStatements {
  const owner = client as { [property]?: PreparedStatements };
  return (owner[property] ??= new PreparedStatements());
}
