import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Attribute,
  type BlockAttribute,
  type Enum,
  type Field,
  getSchema,
  type KeyValue,
  type Model,
  type Schema,
  type Value,
  type View,
} from '@mrleebo/prisma-ast';
import { StartError } from '../../errors/errors.ts';
import type { PrismaColumn, PrismaEnum, PrismaModel, PrismaRelation, PrismaSchema } from './schema.ts';

/**
 * Reads a Prisma schema: a file, or a folder with files.
 * Throws a `StartError` that names the file if it is missing or malformed.
 */
export function readPrismaSchema(path: string): PrismaSchema {
  const blocks = filesOf(path).flatMap((file) => parsed(file).list);
  const enums = new Map(blocks.filter((block) => block.type === 'enum').map((block) => [nameOf(block), enumOf(block)]));
  const models = blocks.filter((block) => block.type === 'model' || block.type === 'view');
  const names = new Set(models.map((block) => block.name));
  const double = models.find((block, index) => models.findIndex(({ name }) => name === block.name) < index);
  if (double) throw new StartError(`The Prisma schema ${path} has "${double.name}" twice.`);
  const served = models.filter((block) => !blockAttribute(block, 'ignore'));
  return {
    place: path,
    enums,
    models: new Map(served.map((block) => [block.name, modelOf(block, names, enums)])),
    isOfConfig: !blocks.some(
      (block) => block.type === 'datasource' && block.assignments.some((line) => 'key' in line && line.key === 'url'),
    ),
  };
}

/** The cause that the project's folder does not show: the file is there, and the build has left it out. */
const notTraced =
  "A build that copies only what code names leaves it out: with Next.js, add it to `outputFileTracingIncludes`, such as { '/admin/[[...path]]': ['./prisma/**/*'] }.";

function filesOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.prisma'));
    if (files.length > 0) return files.sort().map((name) => join(path, name));
  } catch (error) {
    throw new StartError(`The Prisma schema ${path} can not be read: ${(error as Error).message}. ${notTraced}`, { cause: error });
  }
  throw new StartError(`The folder ${path} has no file that ends with ".prisma".`);
}

function parsed(file: string): Schema {
  // The parser refuses spaces at the end of a line.
  const text = readFileSync(file, 'utf8').replaceAll(/[^\S\n]+$/gm, '');
  let schema: Schema;
  try {
    schema = getSchema(text);
  } catch (error) {
    const line = (error as { token?: { startLine?: number } }).token?.startLine;
    const place = line === undefined ? file : `${file}:${line}`;
    // The parser lists everything that it would have taken.
    const [, unexpected] = /but found: '([^']*)'/.exec((error as Error).message) ?? [];
    const reason = unexpected === undefined ? (error as Error).message : `"${unexpected}" is not expected there.`;
    throw new StartError(`The Prisma schema can not be parsed (${place}): ${reason}`, { cause: error });
  }
  // The parser skips some malformed lines, and leaves undefined in their location.
  const broken = schema.list.find((block) => 'properties' in block && block.properties.some((line) => (line as unknown) === undefined));
  if (broken && 'name' in broken) throw new StartError(`A line of "${broken.name}" can not be parsed (${file}).`);
  return schema;
}

function nameOf(block: { readonly name: string }): string {
  return block.name;
}

function enumOf({ enumerators }: Enum): PrismaEnum {
  const values = enumerators.flatMap((entry) => {
    if (entry.type !== 'enumerator') return [];
    const mapped = entry.attributes?.find(({ name }) => name === 'map');
    return [{ name: entry.name, stored: textOf(argument(mapped, 'name')) ?? entry.name }];
  });
  return { values };
}

function modelOf(block: Model | View, models: ReadonlySet<string>, enums: ReadonlyMap<string, PrismaEnum>): PrismaModel {
  const columns: PrismaColumn[] = [];
  const relations: PrismaRelation[] = [];
  const key: string[] = [];
  let comments: string[] = [];
  for (const property of block.properties) {
    if (property.type === 'comment' && property.text.startsWith('///')) comments.push(forPeople(property.text));
    if (property.type === 'field') {
      if (fieldAttribute(property, 'id')) key.push(property.name);
      if (!fieldAttribute(property, 'ignore')) {
        if (typeof property.fieldType === 'string' && models.has(property.fieldType))
          relations.push(relationOf(property, property.fieldType));
        else columns.push(columnOf(property, comments.join(' '), enums));
      }
    }
    if (property.type !== 'comment') comments = [];
  }
  const composite = namesOf(argument(blockAttribute(block, 'id'), 'fields'));
  const schema = textOf(argument(blockAttribute(block, 'schema'), 'map'));
  const name = textOf(argument(blockAttribute(block, 'map'), 'name')) ?? block.name;
  return {
    name: block.name,
    table: { schema, name },
    isView: block.type === 'view',
    columns,
    relations,
    key: composite.length > 0 ? composite : key.length > 0 ? key : uniqueOf(block),
  };
}

/** The fields of the first unique constraint: Prisma identifies rows by it if there is no `@id`. */
function uniqueOf(block: Model | View): string[] {
  const single = block.properties.find((property) => property.type === 'field' && !property.optional && fieldAttribute(property, 'unique'));
  if (single?.type === 'field') return [single.name];
  return namesOf(argument(blockAttribute(block, 'unique'), 'fields'));
}

/** A comment without what it says to generators, in brackets at its beginning: `/// [Settings] What may be set`. */
function forPeople(comment: string): string {
  return comment
    .slice(3)
    .replace(/^\s*!?\[[^\]]*\](?!\()/u, '')
    .trim();
}

function columnOf(field: Field, comment: string, enums: ReadonlyMap<string, PrismaEnum>): PrismaColumn {
  const trailing = field.comment?.startsWith('///') ? forPeople(field.comment) : '';
  const helpText = [comment, trailing].filter((text) => text !== '').join(' ');
  const defaultValue = argument(fieldAttribute(field, 'default'), 'value');
  const { fieldType: type } = field;
  return {
    name: field.name,
    column: textOf(argument(fieldAttribute(field, 'map'), 'name')) ?? field.name,
    type: typeof type === 'string' && (enums.has(type) || /^[A-Z]\w*$/.test(type)) ? type : undefined,
    isList: field.array === true,
    makes: functionOf(defaultValue),
    isUpdatedAt: fieldAttribute(field, 'updatedAt') !== undefined,
    helpText: helpText === '' ? undefined : helpText,
  };
}

function functionOf(value: Value | undefined): PrismaColumn['makes'] {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'function') return undefined;
  const [first] = value.params ?? [];
  return { name: value.name, argument: typeof first === 'string' || typeof first === 'number' ? String(first) : undefined };
}

function relationOf(field: Field, model: string): PrismaRelation {
  const relation = fieldAttribute(field, 'relation');
  return {
    name: field.name,
    model,
    isList: field.array === true,
    relationName: textOf(argument(relation, 'name')),
    fields: namesOf(named(relation, 'fields')),
    references: namesOf(named(relation, 'references')),
    onDelete: wordOf(named(relation, 'onDelete')),
  };
}

type AnyAttribute = Attribute | BlockAttribute;

function fieldAttribute(field: Field, name: string): Attribute | undefined {
  return field.attributes?.find((attribute) => attribute.name === name && attribute.group === undefined);
}

function blockAttribute(block: Model | View, name: string): BlockAttribute | undefined {
  return block.properties.find((property) => property.type === 'attribute' && property.name === name) as BlockAttribute | undefined;
}

/** The value of a named argument. */
function named(attribute: AnyAttribute | undefined, name: string): Value | undefined {
  const values = (attribute?.args ?? []).map(({ value }) => value);
  return values.find((value): value is KeyValue => isKeyValue(value) && value.key === name)?.value;
}

/** The value of a named argument, or the first argument without a name. */
function argument(attribute: AnyAttribute | undefined, name: string): Value | undefined {
  const values = (attribute?.args ?? []).map(({ value }) => value);
  return named(attribute, name) ?? (values.find((value) => !isKeyValue(value)) as Value | undefined);
}

function isKeyValue(value: unknown): value is KeyValue {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'keyValue';
}

/** A text in quotes, without them. */
function textOf(value: Value | undefined): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('"')) return undefined;
  return JSON.parse(value) as string;
}

/** A word without quotes, such as `Cascade`. */
function wordOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The names of a list of fields; a name may carry options, as in `[email(sort: Desc)]`. */
function namesOf(value: Value | undefined): string[] {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'array') return [];
  return value.args.map((entry: unknown) => (typeof entry === 'string' ? entry : (entry as { name: string }).name));
}
