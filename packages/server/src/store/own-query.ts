import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyTables, RawStatement, RawValue } from '../databases/statement.ts';
import type { Dialect } from '../databases/dialect.ts';
import type { Compilable } from '../databases/words.ts';

/** The place of a value that each run gives. */
class Given {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Writes the place of a value into a query. */
export type Place<Name extends string> = (name: Name) => RawBuilder<RawValue>;

/**
 * A query on the service's own tables that requests run often. It is built with Kysely and compiled once, because building and compiling a
 * query costs more than running it.
 */
export class OwnQuery<Name extends string = never> {
  readonly #statement: RawStatement;

  /** @param name the name of the prepared statement; without one it is not prepared. */
  constructor({ words, ownTables }: Dialect, build: (queries: Kysely<AnyTables>, given: Place<Name>) => Compilable, name?: string) {
    const query = build(ownTables.queries, (place) => sql.val(new Given(place)) as unknown as RawBuilder<RawValue>);
    this.#statement = { ...words.compile(query), ...(name === undefined ? {} : { name }) };
  }

  /** The statement with the values of one run. */
  with(values: Readonly<Record<Name, unknown>>): RawStatement {
    const parameters = this.#statement.parameters.map((value) => (value instanceof Given ? values[value.name as Name] : value));
    return { ...this.#statement, parameters };
  }
}
