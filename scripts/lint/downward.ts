/** The rule that imports go downward only. A package has an ordered list of its layers (`layers.ts`); this is the one rule for all of them. */
import { dirname, join } from 'node:path';

/** A node of the syntax tree, as far as rules of the linter look at it. */
export interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What a rule is given for each file. */
export interface Context {
  readonly filename: string;
  readonly report: (problem: { readonly node: Node; readonly message: string }) => void;
}

/** What a rule looks at, by the types of nodes. */
export type Visitor = Readonly<Record<string, (node: Node) => void>>;

/** A rule of the linter. */
export interface Rule {
  readonly create: (context: Context) => Visitor;
}

interface Package {
  /** Its folder: `packages/server`. */
  readonly folder: string;
  /** The folders of its `src`, and the files that are in none, from the lowest to the highest. */
  readonly layers: readonly string[];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** A rule that refuses imports from a layer above, and of or into a folder that is no layer. An import of types is an import. */
export function downward({ folder, layers }: Package): Rule {
  const ranks = new Map<string | undefined, number>(layers.map((layer, index) => [layer, index]));
  /** The layer of a file; undefined for one that is not in `src/`. */
  const layerOf = (path: string): string | undefined => path.split(`/${folder}/src/`)[1]?.split('/')[0];
  const create = (context: Context): Visitor => {
    const own = layerOf(context.filename);
    const checkImport = (node: Node): void => {
      const path = isNode(node['source']) ? node['source']['value'] : undefined;
      if (typeof path !== 'string' || !path.startsWith('.')) return;
      const other = layerOf(join(dirname(context.filename), path));
      if (other === undefined || other === own) return;
      const [from, to] = [ranks.get(own), ranks.get(other)];
      const message =
        from === undefined || to === undefined
          ? `${String(from === undefined ? own : other)} has no place among the layers (${folder}/layers.ts).`
          : `Imports go downward only: ${String(own)} must not know of ${other} (${folder}/layers.ts).`;
      if (from === undefined || to === undefined || to > from) context.report({ node, message });
    };
    return {
      ImportDeclaration: checkImport,
      ImportExpression: checkImport,
      ExportNamedDeclaration: checkImport,
      ExportAllDeclaration: checkImport,
    };
  };
  return { create };
}
