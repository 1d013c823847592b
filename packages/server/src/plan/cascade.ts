import { LRUCache } from 'lru-cache';
import type { Model } from '../model/model.ts';
import type { DeleteEffect, IncomingKey, References } from '../model/references.ts';
import type { Registry } from '../model/registry.ts';
import { type TableDescription, tableId } from '../model/table.ts';

/** A foreign key to a table whose rows are deleted. */
export interface CascadeEdge {
  /** Index of that table among the cascade's nodes. */
  readonly parent: number;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  /** Whether the column is set to its default when the link is lost, and not to null. */
  readonly setsDefault: boolean;
  /** Whether the service does what the foreign key says, because the database does not have it. */
  readonly isDeclared: boolean;
}

/** A table whose rows are deleted; the first node is the table of the deleted rows themselves. */
export interface CascadeNode {
  readonly table: TableDescription;
  readonly model: Model | undefined;
  /** The foreign keys through which its rows are deleted. */
  readonly edges: readonly CascadeEdge[];
  /** The columns that identify its rows, and those that other tables reference. */
  readonly columns: readonly string[];
  readonly identity: readonly string[];
}

/** A table whose rows stay: they forbid the delete, or lose their link. */
export interface ReferencingTable {
  readonly table: TableDescription;
  readonly model: Model | undefined;
  readonly effect: 'block' | 'unlink';
  readonly edges: readonly CascadeEdge[];
  /** Index of the table among the nodes, if some of its rows may be deleted too: those neither forbid the delete nor lose a link. */
  readonly node: number | undefined;
  readonly identity: readonly string[];
}

/** All effects of deleting a table's rows, as a graph of tables. */
export interface Cascade {
  readonly nodes: readonly CascadeNode[];
  /** Strongly connected nodes, each set after the sets that lead to it. */
  readonly components: readonly (readonly number[])[];
  readonly referencingTables: readonly ReferencingTable[];
}

/** The columns that identify rows of a table: its key, otherwise the column that the database adds. */
function identityOf(table: TableDescription): readonly string[] {
  if (table.primaryKey.length > 0) return table.primaryKey;
  if (table.rowIdentity === undefined) throw new Error(`Nothing identifies the rows of ${tableId(table.table)}.`);
  return [table.rowIdentity];
}

interface Walked {
  readonly tables: TableDescription[];
  readonly places: Map<string, number>;
  readonly incoming: { readonly key: IncomingKey; readonly parent: number }[];
}

/**
 * Every table that cascades lead to, and every foreign key that references one of them.
 * @param refused foreign keys that forbid a delete, whatever they say.
 */
function walk(root: TableDescription, references: References, refused: ReadonlySet<IncomingKey>): Walked {
  const tables = [root];
  const places = new Map([[tableId(root.table), 0]]);
  const incoming: Walked['incoming'] = [];
  for (let parent = 0; parent < tables.length; parent++) {
    for (const reference of references.into((tables[parent] as TableDescription).table)) {
      const key: IncomingKey = refused.has(reference) ? { ...reference, effect: 'block' } : reference;
      incoming.push({ key, parent });
      const id = tableId(key.table.table);
      if (key.effect !== 'cascade' || places.has(id)) continue;
      places.set(id, tables.length);
      tables.push(key.table);
    }
  }
  return { tables, places, incoming };
}

/** The foreign keys inside cycles of several tables that only a source declares: what they say can not be done table by table. */
function declaredInCycles({ incoming, places }: Walked, components: readonly (readonly number[])[]): ReadonlySet<IncomingKey> {
  const isInCycle = ({ key, parent }: Walked['incoming'][number]): boolean => {
    const child = places.get(tableId(key.table.table));
    return components.some((members) => members.length > 1 && child !== undefined && members.includes(parent) && members.includes(child));
  };
  return new Set(incoming.filter((one) => one.key.isDeclared && one.key.effect === 'cascade' && isInCycle(one)).map(({ key }) => key));
}

/** Chooses one of several models of a table, for an effect on its rows. */
export type ChooseModel = (models: readonly Model[], effect: DeleteEffect) => Model | undefined;

/** A choice between the models of a table, for an effect on its rows. */
interface ModelChoice {
  readonly models: readonly Model[];
  readonly effect: DeleteEffect;
}

/** What all graphs of deletes of one model's rows have in common: everything but the models of the other tables. */
interface CascadeTemplate {
  readonly choices: readonly ModelChoice[];
  /** @param chosen a model for each of `choices`: those of the nodes after the first one, then those of the referencing tables. */
  readonly build: (chosen: readonly (Model | undefined)[]) => Cascade;
  /** By the keys of the chosen models. */
  readonly built: LRUCache<string, Cascade>;
}

/** The most graphs of one model that are kept. Users with the same rights share one. */
const maxBuilt = 100;

/** By registry and model: a registry never changes. */
const templates = new WeakMap<Registry, Map<Model, CascadeTemplate>>();

/** The graph of a delete of a model's rows; the same one for the same choices. */
export function planCascade(model: Model, registry: Registry, choose: ChooseModel): Cascade {
  const ofRegistry = getOrMake(templates, registry, () => new Map<Model, CascadeTemplate>());
  const { choices, build, built } = getOrMake(ofRegistry, model, () => templateOf(model, registry));
  const chosen = choices.map(({ models, effect }) => choose(models, effect));
  return getOrMake<string, Cascade>(built, chosen.map((one) => one?.key ?? '').join(), () => build(chosen));
}

function getOrMake<K, V>(all: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const existing = all.get(key);
  if (existing !== undefined) return existing;
  const value = make();
  all.set(key, value);
  return value;
}

const none: Cascade = { nodes: [], components: [], referencingTables: [] };

/** The tables of a graph, without the models that are chosen for them. */
function partsOf({ tables, places, incoming }: Walked): {
  readonly nodes: readonly Omit<CascadeNode, 'model'>[];
  readonly referencing: readonly Omit<ReferencingTable, 'model'>[];
} {
  const edgesOf = (table: TableDescription, effect: DeleteEffect): CascadeEdge[] =>
    incoming
      .filter(({ key }) => key.table === table && key.effect === effect)
      .map(({ key: { columns, targetColumns, setsDefault, isDeclared }, parent }) => {
        return { parent, columns, targetColumns, setsDefault, isDeclared };
      });
  const nodes = tables.map((table, index) => {
    const referenced = incoming.filter(({ parent }) => parent === index).flatMap(({ key }) => key.targetColumns);
    const identity = identityOf(table);
    return { table, edges: edgesOf(table, 'cascade'), columns: [...new Set([...identity, ...referenced])], identity };
  });
  const referencing = (['block', 'unlink'] as const).flatMap((effect) =>
    [...new Set(incoming.filter(({ key }) => key.effect === effect).map(({ key }) => key.table))].map((table) => {
      return { table, effect, edges: edgesOf(table, effect), node: places.get(tableId(table.table)), identity: identityOf(table) };
    }),
  );
  return { nodes, referencing };
}

function templateOf(model: Model, registry: Registry, refused: ReadonlySet<IncomingKey> = new Set()): CascadeTemplate {
  const root = registry.references.describe(model.table);
  const walked: Walked = root ? walk(root, registry.references, refused) : { tables: [], places: new Map<string, number>(), incoming: [] };
  const built = new LRUCache<string, Cascade>({ max: maxBuilt });
  // What nothing references, such as a view, may have no columns that identify its rows.
  if (walked.incoming.length === 0) return { choices: [], build: () => none, built };
  const { nodes, referencing } = partsOf(walked);
  const components = componentsOf(nodes);
  const inCycles = declaredInCycles(walked, components);
  if (inCycles.size > 0) return templateOf(model, registry, inCycles);
  const others = nodes.slice(1);
  const choiceOf = (table: TableDescription, effect: DeleteEffect): ModelChoice => ({ models: registry.allOfTable(table.table), effect });
  return {
    choices: [...others.map(({ table }) => choiceOf(table, 'cascade')), ...referencing.map(({ table, effect }) => choiceOf(table, effect))],
    build: (chosen) => ({
      nodes: nodes.map((node, index) => ({ ...node, model: index === 0 ? model : chosen[index - 1] })),
      components,
      referencingTables: referencing.map((table, index) => ({ ...table, model: chosen[others.length + index] })),
    }),
    built,
  };
}

/** Tarjan's strongly connected components, parents before children. */
function componentsOf(nodes: readonly Pick<CascadeNode, 'edges'>[]): number[][] {
  const children = nodes.map((_, parent) =>
    nodes.flatMap((node, index) => (node.edges.some((edge) => edge.parent === parent) ? [index] : [])),
  );
  const order: number[] = [];
  const lowest: number[] = [];
  const components: number[][] = [];
  const stack: number[] = [];
  const visit = (node: number): void => {
    order[node] = lowest[node] = order.filter((place) => place !== undefined).length;
    stack.push(node);
    for (const child of children[node] ?? []) {
      if (order[child] === undefined) visit(child);
      if (stack.includes(child)) lowest[node] = Math.min(lowest[node] ?? 0, lowest[child] ?? 0);
    }
    if (lowest[node] === order[node]) components.unshift(stack.splice(stack.indexOf(node)));
  };
  if (nodes.length > 0) visit(0);
  return components;
}
