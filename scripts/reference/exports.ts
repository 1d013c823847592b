import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, type Project, type Symbol as TsSymbol, SymbolFlags } from 'typescript/unstable/sync';
import { type Declared, declared } from './declaration.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An export of a package. */
export interface PublicExport extends Declared {
  readonly name: string;
  /** What its doc comment says. */
  readonly doc: string;
}

/** What can be imported from a package: each subpath with its exports, those that an earlier subpath has described by name only. */
export interface PublicModule {
  /** `grimoire/node`. */
  readonly name: string;
  readonly described: readonly PublicExport[];
  /** Exports that another module describes, with the name of that module. */
  readonly repeated: readonly { readonly name: string; readonly from: string }[];
}

/** The modules of the published packages, in their order, with the files of their sources. */
function entriesOf(folders: readonly string[]): readonly { readonly name: string; readonly file: string }[] {
  return folders.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly exports: Readonly<Record<string, string>>;
    };
    return Object.entries(manifest.exports).map(([path, source]) => ({
      name: `${manifest.name}${path.slice(1)}`,
      file: join(root, 'packages', folder, source),
    }));
  });
}

function originOf(symbol: TsSymbol, { checker }: Project): TsSymbol {
  return symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Reads the exports of packages with the compiler's own API. @param config of the compiler, that has their sources */
export function publicModules(
  folders: readonly string[] = ['server', 'client', 'protocol'],
  config = 'tsconfig.json',
): readonly PublicModule[] {
  const api = new API({ cwd: root });
  try {
    const place = join(root, config);
    const project = api.updateSnapshot({ openProjects: [place] }).getProject(place);
    if (!project) throw new Error(`${place} is no project.`);
    const seen = new Map<string, string>();
    return entriesOf(folders).map(({ name, file }) => readModule(name, file, project, seen));
  } finally {
    api.close();
  }
}

function readModule(module: string, file: string, project: Project, seen: Map<string, string>): PublicModule {
  const source = project.program.getSourceFile(file);
  const symbol = source && project.checker.getSymbolAtLocation(source);
  if (!symbol) throw new Error(`${file} has no exports.`);
  const described: PublicExport[] = [];
  const repeated: { name: string; from: string }[] = [];
  for (const exported of project.checker.getExportsOfModule(symbol)) {
    const origin = originOf(exported, project);
    const place = origin.declarations[0];
    const identity = `${place?.path ?? ''} ${exported.name}`;
    const from = seen.get(identity);
    if (from !== undefined) repeated.push({ name: exported.name, from });
    else {
      seen.set(identity, module);
      const doc = project.checker.getDocumentationCommentOfSymbol(origin);
      described.push({ name: exported.name, doc, ...declared(origin, project) });
    }
  }
  return { name: module, described: described.toSorted(byKindAndName), repeated };
}

const kinds: readonly Declared['kind'][] = ['function', 'class', 'constant', 'interface', 'type'];

function byKindAndName(a: PublicExport, b: PublicExport): number {
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.name < b.name ? -1 : 1);
}
