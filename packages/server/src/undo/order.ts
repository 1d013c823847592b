/** A reference from one table to another, by their names. */
export interface TableEdge {
  readonly from: string;
  readonly to: string;
}

/** Tables in an order in which each stands behind those that it references; where references make a circle, in any order. */
export function parentsFirst(tables: readonly string[], edges: readonly TableEdge[]): readonly string[] {
  const order: string[] = [];
  const visited = new Set<string>();
  const visit = (table: string): void => {
    if (visited.has(table) || !tables.includes(table)) return;
    visited.add(table);
    for (const { from, to } of edges) if (from === table) visit(to);
    order.push(table);
  };
  for (const table of tables) visit(table);
  return order;
}
