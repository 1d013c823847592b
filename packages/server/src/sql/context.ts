import { sql } from 'kysely';
import type { Policy } from '../authorize/policy.ts';
import type { Sql } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { SqlDialect } from './dialect.ts';
import type { Shape } from './shape.ts';

/** Stands in a compiled statement where a parameter of the plan goes. */
export class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Writes the actor's scope of a model, whose rows are known by an alias. */
export type ScopeSql = (context: SqlContext, model: Model, alias: string) => Sql;

/** What writing the SQL of one plan needs. */
export class SqlContext {
  readonly dialect: SqlDialect;
  readonly policy: Policy;
  readonly #shape: Shape;
  readonly #scopeSql: ScopeSql;
  #aliases = 0;

  /** @param scopeSql writes the actor's scope of a model; what links lead to is limited by it. */
  constructor(parts: { readonly dialect: SqlDialect; readonly policy: Policy; readonly shape: Shape; readonly scopeSql: ScopeSql }) {
    this.dialect = parts.dialect;
    this.policy = parts.policy;
    this.#shape = parts.shape;
    this.#scopeSql = parts.scopeSql;
  }

  /** The actor's scope of a model; undefined where that is every row. */
  scopeOf(model: Model, alias: string): Sql | undefined {
    return this.policy.view(model).scope.kind === 'true' ? undefined : this.#scopeSql(this, model, alias);
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
