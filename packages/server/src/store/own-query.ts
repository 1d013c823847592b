import { hash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyTables, RawStatement, RawValue } from '../databases/statement.ts';
import type { Dialect } from '../databases/dialect.ts';
import type { Compilable } from '../databases/sql-fragments.ts';

/** A placeholder for a value that each run gives. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Writes the placeholder of a value into a query. */
export type PlaceholderOf<Name extends string> = (name: Name) => RawBuilder<RawValue>;

/** Builds a query with placeholders for values. */
export type Build<Name extends string> = (queries: Kysely<AnyTables>, given: PlaceholderOf<Name>) => Compilable;

/** The name of a prepared statement: another text never has the same one, also not that of another admin on the same connections. */
function nameOf(text: string): string {
  return `own_${hash('sha256', text, 'base64url').slice(0, 16)}`;
}

/**
 * A query on the service's own tables that requests run often. It is built with Kysely and compiled once, because building and compiling a
 * query costs more than running it.
 */
export class OwnQuery<Name extends string = never> {
  readonly #statement: RawStatement;

  constructor(
    { fragments, systemTables }: Dialect,
    build: Build<Name>,
    { isPrepared }: { readonly isPrepared: boolean } = { isPrepared: false },
  ) {
    const query = build(systemTables.queries, (name) => sql.val(new Placeholder(name)) as unknown as RawBuilder<RawValue>);
    const statement = fragments.compile(query);
    this.#statement = isPrepared ? { ...statement, name: nameOf(statement.sql) } : statement;
  }

  /** The statement with the values of one run. */
  with(values: Readonly<Record<Name, unknown>>): RawStatement {
    const parameters = this.#statement.parameters.map((value) => (value instanceof Placeholder ? values[value.name as Name] : value));
    return { ...this.#statement, parameters };
  }
}
