/** Rules of the linter for the service: imports go downward, and what is specific to one database stands in its folder of `src/databases/`. */
import { readdirSync } from 'node:fs';
import { type Context, downward, isNode, type Node, type Visitor } from '../../scripts/lint/downward.ts';
import { layers } from './layers.ts';

/** The names of the dialects: those of their folders. */
const dialects: ReadonlySet<unknown> = new Set(
  readdirSync(new URL('src/databases/', import.meta.url), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  ),
);

/** Modules that are drivers, or are for tables of one database. */
const drivers = /^(pg|mysql2|mariadb|better-sqlite3|node:sqlite|drizzle-orm\/\w+-core)(\/|$)/;

/** The name of a member that is written without brackets: `name` in `{ name: 1 }` and `value.name`. */
function writtenName(node: Node, member: string): unknown {
  const name = node[member];
  return node['computed'] !== true && isNode(name) && name.type === 'Identifier' ? name['name'] : undefined;
}

/** The folder of a dialect in a path of a module or a file; undefined if there is none. */
function folderIn(path: string): string | undefined {
  return path.split('/').find((part) => dialects.has(part));
}

/** Refuses the names of dialects: as texts, as members, and in imports of their folders. */
const noDialectName = {
  create: (context: Context): Visitor => {
    const check = (node: Node, name: unknown): void => {
      const message = `Ask a capability or a word of the dialect (databases/dialect.ts) in the place of '${String(name)}'.`;
      if (dialects.has(name)) context.report({ node, message });
    };
    const checkImport = (node: Node): void => {
      const path = isNode(node['source']) ? node['source']['value'] : undefined;
      if (typeof path !== 'string') return;
      const message = 'Only the list of dialects and the entries of the package import from the folder of a dialect, or a driver.';
      if (drivers.test(path) || (path.startsWith('.') && folderIn(path) !== undefined)) context.report({ node, message });
    };
    return {
      Literal: (node) => check(node, node['value']),
      TemplateElement: (node) => check(node, (node['value'] as { readonly cooked?: unknown }).cooked),
      Property: (node) => check(node, writtenName(node, 'key')),
      MemberExpression: (node) => check(node, writtenName(node, 'property')),
      ImportDeclaration: checkImport,
      ImportExpression: checkImport,
      ExportNamedDeclaration: checkImport,
    };
  },
};

/** Refuses imports from the folder of another dialect, in the folder of a dialect. */
const noOtherDialect = {
  create: (context: Context): Visitor => {
    const own = folderIn(context.filename.split('/src/databases/')[1] ?? '');
    const checkImport = (node: Node): void => {
      const path = isNode(node['source']) ? node['source']['value'] : undefined;
      const other = typeof path === 'string' && path.startsWith('.') ? folderIn(path) : undefined;
      const message = `One dialect knows nothing of another: '${String(other)}' may not be loaded with '${String(own)}'.`;
      if (own !== undefined && other !== undefined && other !== own) context.report({ node, message });
    };
    return { ImportDeclaration: checkImport, ImportExpression: checkImport, ExportNamedDeclaration: checkImport };
  },
};

export default {
  meta: { name: 'service' },
  rules: {
    downward: downward({ folder: 'packages/server', layers }),
    'no-dialect-name': noDialectName,
    'no-other-dialect': noOtherDialect,
  },
};
