import type { Unread } from './unread.ts';

/** The app label of the models. */
export const app = 'main';

/** What a config is made of. */
export interface ConfigParts {
  /** The function that opens the database, such as the name of a dialect. */
  readonly opens: string;
  /** The file of the database; undefined for an address in a variable. */
  readonly file: string | undefined;
  /** The variable of the environment that has the address; `DATABASE_URL` by default. */
  readonly variable?: string | undefined;
  readonly models: ModelParts;
}

/** The models of a config, by their source. */
export type ModelParts =
  | { readonly kind: 'live'; readonly unread: readonly Unread[] }
  | PrismaParts
  | { readonly kind: 'drizzle'; readonly files: readonly DrizzleFile[]; readonly unread: readonly Unread[] };

/** All models of a Prisma schema. */
export interface PrismaParts {
  readonly kind: 'prisma';
  readonly path: string;
  /** The module with the types of its client. */
  readonly client: string | undefined;
  /** The keys of the models that can not be served, with the reasons. */
  readonly leftOut: readonly { readonly key: string; readonly reason: string }[];
}

/** A file of a Drizzle schema, with its tables. */
export interface DrizzleFile {
  readonly name: string;
  readonly path: string;
  readonly tables: readonly DrizzleTable[];
}

/** An exported table. */
export interface DrizzleTable {
  readonly exportName: string;
  readonly key: string;
  /** Why it can not be served; undefined if it can. */
  readonly leftOut: string | undefined;
}

/** The text of a config. */
export function configText(parts: ConfigParts): string {
  const { opens, file, variable = 'DATABASE_URL', models } = parts;
  const database = `${opens}(${file === undefined ? `process.env[${textOf(variable)}]` : textOf(file)})`;
  const names = ['defineAdmin', ...(models.kind === 'drizzle' ? ['model'] : []), opens].join(', ');
  const imports = [`import { ${names} } from 'grimoire';`, ...importsOf(models)];
  return `${imports.join('\n')}\n\n${beforeAdmin(models)}export default defineAdmin({\n  database: ${database},\n${modelsOf(models)}});\n`;
}

function importsOf(models: ModelParts): readonly string[] {
  if (models.kind === 'live') return [];
  if (models.kind === 'drizzle') return models.files.map(({ name, path }) => `import * as ${name} from ${textOf(path)};`);
  const client = models.client === undefined ? [] : [`import type { Prisma } from ${textOf(models.client)};`];
  return ["import { prisma, prismaModels } from 'grimoire/prisma';", ...client];
}

function beforeAdmin(models: ModelParts): string {
  if (models.kind !== 'prisma') return '';
  const types = models.client === undefined ? '' : '<Prisma.TypeMap>';
  const lines = models.leftOut.map(({ key, reason }) => `  // ${sentenceOf(reason)}\n  ${textOf(key)},\n`);
  const leftOut = lines.length === 0 ? '' : `const leftOut = [\n${lines.join('')}];\n`;
  return `const db = prisma${types}(${textOf(models.path)});\n${leftOut}\n`;
}

function modelsOf(models: ModelParts): string {
  if (models.kind === 'prisma') {
    const rest = models.leftOut.length === 0 ? '' : '.filter(({ key }) => !leftOut.includes(key))';
    return `  models: prismaModels(db, ${textOf(app)})${rest},\n`;
  }
  const unread = models.unread.map(({ file, reason }) => `  // ${file}: ${reason}.\n`).join('');
  if (models.kind === 'live')
    return `${unread}  // Every table is served. To describe them one by one: \`grimoire pull\`, and \`models\`.\n`;
  const tables = models.files.flatMap((file) => file.tables);
  const needsRest = unread !== '' || tables.every(({ leftOut }) => leftOut !== undefined);
  const rest = needsRest ? `${unread}  // The other tables of the database.\n  rest: 'tables',\n` : '';
  return `  models: [\n${models.files.map(linesOf).join('')}  ],\n${rest}`;
}

function linesOf({ name, tables }: DrizzleFile): string {
  const lines = tables.map(({ exportName, key, leftOut }) => {
    const call = `model(${name}.${exportName}, ${textOf(`${app}.${key}`)})`;
    return leftOut === undefined ? `    ${call},\n` : `    // ${call}: ${leftOut}.\n`;
  });
  return lines.join('');
}

function sentenceOf(reason: string): string {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
}

function textOf(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
