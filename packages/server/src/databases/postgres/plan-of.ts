import type { QueryPlan, TableRead } from '../catalog.ts';
import type { RawStatement, StatementReader } from '../statement.ts';

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` prints it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Alias?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Placed {
  readonly node: PlanNode;
  readonly depth: number;
}

function* nodesOf(node: PlanNode, depth = 0): Generator<Placed> {
  yield { node, depth };
  for (const child of node.Plans ?? []) yield* nodesOf(child, depth + 1);
}

/** The plan that the server makes for the values of a statement. */
export async function postgresPlan(database: StatementReader, { sql, parameters, until }: RawStatement): Promise<QueryPlan> {
  const limit = until === undefined ? {} : { until };
  const [row] = await database.read({ sql: `EXPLAIN (VERBOSE, FORMAT JSON) ${sql}`, parameters, ...limit });
  const [{ Plan: root }] = JSON.parse(String(row?.[0])) as [{ readonly Plan: PlanNode }];
  const placed = [...nodesOf(root)];
  const nodes = placed.map(({ node }) => node);
  return {
    whole: nodes.filter((node) => isSequential(node) || isWholeIndex(node)).flatMap(tableOf),
    sortsAll: nodes.some((node) => isSequential(node) && tableOf(node).some(({ alias }) => alias === 't')),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    steps: placed.map(stepOf),
  };
}

function isSequential(node: PlanNode): boolean {
  return node['Node Type'] === 'Seq Scan';
}

/** A bitmap scan has its condition in a node below it, which names no table. */
function isWholeIndex(node: PlanNode): boolean {
  return node['Node Type'].startsWith('Index') && node['Index Cond'] === undefined;
}

/** The server numbers an alias that a statement uses more than once. */
function tableOf({ Alias: alias = '', Schema: schema, 'Relation Name': name }: PlanNode): TableRead[] {
  return name === undefined ? [] : [{ alias: alias.replace(/_\d+$/, ''), table: { schema, name } }];
}

function stepOf({ node, depth }: Placed): string {
  const index = node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`;
  const table = node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`;
  return `${'  '.repeat(depth)}${node['Node Type']}${index}${table}`;
}
