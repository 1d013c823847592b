import { sql } from 'kysely';
import type { Policy } from '../authorize/policy.ts';
import type { Sql } from '../model/field-type.ts';
import type { SqlDialect } from './dialect.ts';
import type { Shape } from './shape.ts';

/** Stands in a compiled statement where a parameter of the plan goes. */
export class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** What writing the SQL of one plan needs. */
export class SqlContext {
  readonly dialect: SqlDialect;
  readonly policy: Policy;
  readonly #shape: Shape;
  #aliases = 0;

  constructor(dialect: SqlDialect, policy: Policy, shape: Shape) {
    this.dialect = dialect;
    this.policy = policy;
    this.#shape = shape;
  }

  /** The parameter of a node of the plan. */
  parameter(node: unknown): Sql {
    return sql.val(new Slot(this.#shape.slotOf(node)));
  }

  /** A table alias that no other has. */
  alias(): string {
    this.#aliases += 1;
    return `r${this.#aliases}`;
  }
}
