/** What a config is made of. */
export interface ConfigParts {
  /** The function that opens the database, such as the name of a dialect. */
  readonly opens: string;
  /** The file of the database; undefined for an address in a variable. */
  readonly file: string | undefined;
  /** The variable of the environment that has the address; `DATABASE_URL` by default. */
  readonly variable?: string | undefined;
  /** The app label of the models. */
  readonly app: string;
  readonly models: ModelParts;
}

/** The models of a config, by their source. */
export type ModelParts =
  | { readonly kind: 'live' }
  | { readonly kind: 'prisma'; readonly path: string; readonly client: string | undefined }
  | { readonly kind: 'drizzle'; readonly files: readonly DrizzleFile[] };

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
  return `${imports.join('\n')}\n\n${beforeAdmin(models)}export default defineAdmin({\n  database: ${database},\n${modelsOf(parts)}});\n`;
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
  return `const db = prisma${types}(${textOf(models.path)});\n\n`;
}

function modelsOf({ models, app }: ConfigParts): string {
  if (models.kind === 'prisma') return `  models: prismaModels(db, ${textOf(app)}),\n`;
  if (models.kind === 'live') return '  // Every table is served. To describe them one by one: `grimoire pull`, and `models`.\n';
  const lines = models.files.flatMap(({ name, tables }) =>
    tables.map(({ exportName, key, leftOut }) => {
      const call = `model(${name}.${exportName}, ${textOf(`${app}.${key}`)})`;
      return leftOut === undefined ? `    ${call},\n` : `    // ${call}: ${leftOut}.\n`;
    }),
  );
  return `  models: [\n${lines.join('')}  ],\n`;
}

function textOf(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
