import { type ClassDeclaration, type ClassElement, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isClassDeclaration, isFunctionDeclaration, isInterfaceDeclaration, isVariableDeclaration } from 'typescript/unstable/ast/is';
import { type Project, type Symbol as TsSymbol, SymbolFlags } from 'typescript/unstable/sync';

/** How an export is declared. */
export interface Declared {
  readonly kind: 'function' | 'class' | 'constant' | 'interface' | 'type';
  /** The declaration without bodies and values; null for what another package declares. */
  readonly code: string | null;
}

/** Reads the declarations of a symbol. */
export function declared(symbol: TsSymbol, project: Project): Declared {
  const nodes = symbol.declarations.flatMap((handle) => handle.resolve(project) ?? []);
  const [first] = nodes;
  if (!first) throw new Error(`${symbol.name} has no declaration.`);
  const kind = kindOf(first);
  if (fileOf(first).fileName.includes('/node_modules/')) return { kind, code: null };
  // The implementation of an overloaded function is no part of what callers see.
  const seen = nodes.length > 1 ? nodes.filter((node) => bodyOf(node) === undefined) : nodes;
  return { kind, code: seen.map((node) => codeOf(node, symbol, project)).join('\n') };
}

function kindOf(node: Node): Declared['kind'] {
  if (isFunctionDeclaration(node)) return 'function';
  if (isClassDeclaration(node)) return 'class';
  if (isInterfaceDeclaration(node)) return 'interface';
  return isVariableDeclaration(node) ? 'constant' : 'type';
}

function codeOf(node: Node, symbol: TsSymbol, project: Project): string {
  if (isClassDeclaration(node)) return classCode(node, project);
  if (isInterfaceDeclaration(node) && node.members.length === 0) return inheritedCode(symbol, project);
  if (isVariableDeclaration(node)) {
    const type = project.checker.getTypeOfSymbol(symbol);
    const written = node.type?.getText() ?? (type ? project.checker.typeToString(type) : 'unknown');
    return `const ${symbol.name}: ${written};`;
  }
  return withoutBody(node).replace(/^export (?:declare )?(?:async )?/, '');
}

/** An interface without members of its own, with those that it has from others, by their names. */
function inheritedCode(symbol: TsSymbol, { checker }: Project): string {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const members = type ? checker.getPropertiesOfType(type).toSorted((a, b) => (a.name < b.name ? -1 : 1)) : [];
  const lines = members.map((member) => {
    const written = checker.getTypeOfSymbol(member);
    const text = written ? checker.typeToString(written).replaceAll('"', "'") : 'unknown';
    const typed =
      member.flags & SymbolFlags.Optional ? `?: ${text.replace(/^\((.*)\) \| undefined$|(?: \| undefined)$/, '$1')}` : `: ${text}`;
    const doc = checker.getDocumentationCommentOfSymbol(member);
    const comment = doc.includes('\n') ? `/**\n   * ${doc.replaceAll('\n', '\n   * ')}\n   */` : `/** ${doc} */`;
    return `  ${comment}\n  readonly ${member.name}${typed};`;
  });
  return `interface ${symbol.name} {\n${lines.join('\n')}\n}`;
}

function fileOf(node: Node): SourceFile {
  return node.getSourceFile();
}

function bodyOf(node: Node): Node | undefined {
  return 'body' in node ? (node.body as Node | undefined) : undefined;
}

/** The text of a declaration up to its body, ended by a semicolon if it has one. */
function withoutBody(node: Node, withComment = false): string {
  const file = fileOf(node);
  const start = node.getStart(file, withComment);
  const body = bodyOf(node);
  if (body === undefined) return file.text.slice(start, node.end);
  return `${file.text.slice(start, body.getStart(file)).trimEnd()};`;
}

function classCode(node: ClassDeclaration, project: Project): string {
  const file = fileOf(node);
  const [firstMember] = node.members;
  const text = file.text.slice(node.getStart(file), firstMember?.pos ?? node.end);
  const header = text
    .slice(text.indexOf('class '))
    .trimEnd()
    .replace(/\{\s*\}?$/, '')
    .trimEnd();
  const members = node.members.flatMap((member) => memberCode(member, project) ?? []);
  return members.length === 0 ? `${header} {}` : `${header} {\n${members.map((member) => `  ${member}`).join('\n')}\n}`;
}

/** A member of a class as its users see it; undefined for a private one. */
function memberCode(member: ClassElement, project: Project): string | undefined {
  const modifiers = 'modifiers' in member ? ((member.modifiers as readonly Node[] | undefined) ?? []) : [];
  const isHidden = modifiers.some(({ kind }) => kind === SyntaxKind.PrivateKeyword || kind === SyntaxKind.ProtectedKeyword);
  if (isHidden || nameOf(member)?.kind === SyntaxKind.PrivateIdentifier) return undefined;
  const text = bodyOf(member) ? withoutBody(member, true) : propertyCode(member, project);
  return text.replaceAll(/^(\s*)(?:declare |override |async )+/gm, '$1');
}

function nameOf(member: ClassElement): Node | undefined {
  return 'name' in member ? (member.name as Node | undefined) : undefined;
}

/** A property without its value; its type, if it is not written, is the compiler's. */
function propertyCode(member: ClassElement, project: Project): string {
  const file = fileOf(member);
  const start = member.getStart(file, true);
  if ('type' in member && member.type !== undefined) return `${file.text.slice(start, (member.type as Node).end)};`;
  const named = nameOf(member);
  const type = named && project.checker.getTypeAtLocation(named);
  const name = file.text.slice(start, named?.end ?? member.end);
  return `${name}: ${type ? project.checker.typeToString(type, member) : 'unknown'};`;
}
