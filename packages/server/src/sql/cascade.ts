import { sql } from 'kysely';
import type { Sql } from '../databases/sql-fragments.ts';
import type { Cascade, CascadeEdge, CascadeNode } from '../plan/cascade.ts';
import type { Condition } from '../plan/condition.ts';
import type { Model } from '../model/model.ts';
import type { CascadedKeysPlan, ImpactPlan, DeclaredEffectPlan, UnlinkedPlan, WatchedEffectPlan } from '../plan/write.ts';
import { comparedColumnSql } from './column.ts';
import { tableSql } from '../databases/table-sql.ts';
import { conditionSql } from './condition.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { numberSql } from '../databases/literals.ts';

/** Rows of a model that are deleted. */
export interface DeletedRows {
  readonly cascade: Cascade;
  readonly model: Model;
  readonly where: Condition;
  /** Which row `t` is deleted, in place of the condition. */
  readonly isRoot?: Sql;
}

/** The deleted rows of a plan. */
export function deletedRows<P extends ImpactPlan | CascadedKeysPlan | UnlinkedPlan | DeclaredEffectPlan | WatchedEffectPlan>({
  plan,
  where,
}: SqlInput<P>): DeletedRows {
  return { cascade: plan.cascade, model: plan.model, where };
}

/**
 * The rows that a delete removes, as one table expression `~…` for each table; `~0` is that of the deleted rows themselves. Tables with
 * cyclic references share one recursive expression, whose rows carry the number of their table.
 */
export class CascadeRows {
  readonly #context: SqlContext;
  readonly #cascade: Cascade;
  readonly #expressions: Sql[] = [];

  constructor(context: SqlContext, { cascade, model, where: condition, isRoot }: DeletedRows) {
    this.#context = context;
    this.#cascade = cascade;
    const root = this.#node(0);
    const where = isRoot ?? conditionSql(context, condition, { model, alias: 't', isRule: false });
    this.#expressions.push(sql`"~roots" AS (SELECT ${columnsOf(root)} FROM ${tableSql(root.table.table)} AS "t" WHERE ${where})`);
    for (const component of this.#cascade.components) {
      const [only] = component;
      if (only !== undefined && component.length === 1 && !this.leadsToItself(only)) this.#addAlone(only);
      else this.#addCycle(component);
    }
  }

  /** The WITH clause for queries over these rows. */
  with(): Sql {
    return sql`WITH RECURSIVE ${sql.join(this.#expressions)} `;
  }

  /** The number of the deleted rows themselves. */
  rootCount(): Sql {
    return sql`(SELECT count(*) FROM "~roots")`;
  }

  /** Whether a row of a node's table is deleted, including the deleted rows themselves. */
  isDeleted(index: number, alias: string): Sql {
    return this.#isAmong(index, alias, `~${index}`);
  }

  /** Whether a row of a node's table is deleted by the cascade, excluding the deleted rows themselves. */
  isCascaded(index: number, alias: string): Sql {
    return index === 0 ? sql`${this.isDeleted(0, alias)} AND NOT ${this.#isAmong(0, alias, '~roots')}` : this.isDeleted(index, alias);
  }

  /** The rows of a node's table that are deleted by the cascade. */
  cascaded(index: number): Sql {
    if (index > 0) return sql`SELECT 1 FROM ${sql.id(`~${index}`)}`;
    if (!this.leadsToItself(0)) return sql`SELECT 1 FROM "~roots" WHERE 1 = 0`;
    return sql`SELECT 1 FROM "~0" WHERE (${this.#identity(0)}) NOT IN (SELECT ${this.#identity(0)} FROM "~roots")`;
  }

  /** Whether a row references a deleted row through a foreign key. */
  referencesDeleted(edge: CascadeEdge, alias: string): Sql {
    const own = edge.columns.map((column) => sql.id(alias, column));
    const targets = edge.targetColumns.map((column) => sql.id(this.#column(edge.parent, column)));
    return sql`(${sql.join(own)}) IN (SELECT ${sql.join(targets)} FROM ${sql.id(`~${edge.parent}`)})`;
  }

  #node(index: number): CascadeNode {
    const node = this.#cascade.nodes[index];
    if (!node) throw new Error('A cascade without its table');
    return node;
  }

  /** Whether deleting a table's rows may delete other rows of the same table. */
  leadsToItself(index: number): boolean {
    const component = this.#cascade.components.find((members) => members.includes(index)) ?? [];
    return component.length > 1 || this.#node(index).edges.some((edge) => edge.parent === index);
  }

  #isAmong(index: number, alias: string, name: string): Sql {
    const { table, identity } = this.#node(index);
    const own = sql.join(identity.map((column) => comparedColumnSql(table, column, alias)));
    return sql`(${own}) IN (SELECT ${this.#identity(index)} FROM ${sql.id(name)})`;
  }

  #column(index: number, column: string): string {
    return `c${this.#node(index).columns.indexOf(column)}`;
  }

  #identity(index: number): Sql {
    return sql.join(this.#node(index).identity.map((column) => sql.id(this.#column(index, column))));
  }

  #addAlone(index: number): void {
    const node = this.#node(index);
    const rows = node.edges.map(
      (edge) => sql`SELECT ${columnsOf(node)} FROM ${tableSql(node.table.table)} AS "t" WHERE ${this.referencesDeleted(edge, 't')}`,
    );
    const source = index === 0 ? sql`SELECT * FROM "~roots"` : sql.join(rows, sql` UNION `);
    this.#expressions.push(sql`${sql.id(`~${index}`)} AS ${this.#context.fragments.notMaterialized} (${source})`);
  }

  #addCycle(component: readonly number[]): void {
    const name = sql.id(`~cycle${component.join('_')}`);
    const isInside = (edge: CascadeEdge): boolean => component.includes(edge.parent);
    const starts = component.flatMap((index) => this.#starts(index, component, isInside));
    const steps = component.flatMap((index) =>
      this.#node(index)
        .edges.filter(isInside)
        .map((edge) => this.#step(index, edge, component)),
    );
    const columns = sql.join([
      sql.id('tag'),
      ...component.flatMap((index) => this.#node(index).columns.map((_, position) => sql.id(`m${index}_${position}`))),
    ]);
    const first = sql.join(starts, sql` UNION `);
    // With one reference, the steps of all tables are in one LATERAL subquery.
    const body = this.#context.dialect.capabilities.recursesOnce
      ? sql`(${first}) UNION SELECT x.* FROM ${name} AS "d" CROSS JOIN LATERAL (${sql.join(
          steps.map((step) => sql`${step.select} WHERE ${step.on}`),
          sql` UNION ALL `,
        )}) AS x`
      : sql`${first} UNION ${sql.join(
          steps.map((step) => sql`${step.select} JOIN ${name} AS "d" ON ${step.on}`),
          sql` UNION `,
        )}`;
    this.#expressions.push(sql`${name}(${columns}) AS (${body})`);
    for (const index of component) {
      const own = this.#node(index).columns.map((_, position) => sql`${sql.id(`m${index}_${position}`)} AS ${sql.id(`c${position}`)}`);
      this.#expressions.push(sql`${sql.id(`~${index}`)} AS (SELECT ${sql.join(own)} FROM ${name} WHERE "tag" = ${numberSql(index)})`);
    }
  }

  /** The rows of a cycle's table that are deleted because of rows outside the cycle. */
  #starts(index: number, component: readonly number[], isInside: (edge: CascadeEdge) => boolean): Sql[] {
    const node = this.#node(index);
    const fromOutside = node.edges
      .filter((edge) => !isInside(edge))
      .map(
        (edge) =>
          sql`SELECT ${this.#tagged(index, component, (column) => comparedColumnSql(node.table, column, 't'))} FROM ${tableSql(node.table.table)} AS "t" WHERE ${this.referencesDeleted(edge, 't')}`,
      );
    if (index !== 0) return fromOutside;
    return [sql`SELECT ${this.#tagged(0, component, (column) => sql.id(this.#column(0, column)))} FROM "~roots"`, ...fromOutside];
  }

  #step(index: number, edge: CascadeEdge, component: readonly number[]): { readonly select: Sql; readonly on: Sql } {
    const node = this.#node(index);
    const parent = this.#node(edge.parent);
    const select = sql`SELECT ${this.#tagged(index, component, (column) => comparedColumnSql(node.table, column, 't'))} FROM ${tableSql(node.table.table)} AS "t"`;
    const same = edge.columns.map((column, position) => {
      const target = parent.columns.indexOf(edge.targetColumns[position] ?? '');
      return sql`${sql.id('t', column)} = ${sql.id('d', `m${edge.parent}_${target}`)}`;
    });
    return { select, on: sql`${sql.id('d', 'tag')} = ${numberSql(edge.parent)} AND ${sql.join(same, sql` AND `)}` };
  }

  /** A row of a cycle: the number of its table, its own columns, and nulls for those of the other tables. */
  #tagged(index: number, component: readonly number[], own: (column: string) => Sql): Sql {
    const columns = component.flatMap((member) =>
      this.#node(member).columns.map((column) => (member === index ? own(column) : nothing(this.#node(member), column))),
    );
    return sql.join([numberSql(index), ...columns]);
  }
}

/**
 * A null with the type of a column: PostgreSQL requires equal types on both sides of a UNION. The type comes from the column itself, not
 * from a catalog.
 */
function nothing({ table }: CascadeNode, column: string): Sql {
  return sql`(SELECT ${comparedColumnSql(table, column, 'n')} FROM ${tableSql(table.table)} AS "n" WHERE 1 = 0)`;
}

function columnsOf(node: CascadeNode): Sql {
  return sql.join(node.columns.map((column, position) => sql`${comparedColumnSql(node.table, column, 't')} AS ${sql.id(`c${position}`)}`));
}
