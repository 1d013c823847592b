import type { Key } from '@grimoire/protocol';
import type { ModelRegistration } from '../../model/config/config.ts';
import type { AnyRow, TypedTable } from '../../model/config/row-type.ts';
import type { Wire } from '../../model/config/wire-type.ts';
import { type PrismaReference, prismaMark } from './reference.ts';
import { readPrismaSchema } from './read-schema.ts';
import type { PrismaModel } from './schema.ts';

/** The part of `Prisma.TypeMap` from a generated client that types are made of. */
export interface PrismaTypes {
  readonly model: Readonly<Record<string, PrismaModelTypes>>;
}

/** The part of it for one model. */
export interface PrismaModelTypes {
  readonly payload: { readonly scalars: object; readonly objects: object };
}

/** The names of relations that lead to at most one row. */
type ToOne<Objects> = { [N in keyof Objects & string]: NonNullable<Objects[N]> extends readonly unknown[] ? never : N }[keyof Objects &
  string];
type ToMany<Objects> = Exclude<keyof Objects & string, ToOne<Objects>>;

/** The ends of a foreign key's name, by which it is known for that of a relation. */
type KeyEnd = 'Id' | 'ID' | '_id';

/** A row in the form of the API. A foreign key is a field with the name of its relation: `author`, not `authorId`. */
type RowOf<Scalars, Objects> = {
  readonly [N in Exclude<keyof Scalars & string, `${ToOne<Objects>}${KeyEnd}`>]: Wire<Scalars[N]>;
} & { readonly [N in ToOne<Objects>]: Key | (null extends Objects[N] ? null : never) } & {
  readonly [N in ToMany<Objects>]?: readonly Key[];
};

/** The names that an input of Prisma's client requires. */
type RequiredName<Input> = { [N in keyof Input & string]-?: object extends Pick<Input, N> ? never : N }[keyof Input & string];

/** Those of names that not every one of these inputs requires. */
type LeftOutOfSome<Inputs, Names extends string> = Inputs extends unknown ? Exclude<Names, RequiredName<Inputs>> : never;

/** Those of names that one of these inputs requires. */
type RequiredOfSome<Inputs, Names extends string> = Inputs extends unknown ? Extract<Names, RequiredName<Inputs>> : never;

/** The names of fields of one column. Bytes are not edited. */
type ColumnName<Scalars> = { [N in keyof Scalars & string]: NonNullable<Scalars[N]> extends Uint8Array ? never : N }[keyof Scalars &
  string];

/** The names of relations whose foreign key is a scalar with a name that tells so. */
type KeyRelation<Types extends PrismaModelTypes> = {
  [N in ToOne<Types['payload']['objects']>]: Extract<keyof Types['payload']['scalars'], `${N}${KeyEnd}`> extends never ? never : N;
}[ToOne<Types['payload']['objects']>];

/**
 * The fields that may not be null and have no default: those of which Prisma's client requires the value, or the row that the relation leads
 * to. Its create takes one of two inputs, with foreign keys or with relations, and both require the other fields.
 */
type GivenName<Inputs, Types extends PrismaModelTypes> = [Inputs] extends [never]
  ? never
  :
      | Exclude<ColumnName<Types['payload']['scalars']>, LeftOutOfSome<Inputs, ColumnName<Types['payload']['scalars']>>>
      | RequiredOfSome<Inputs, KeyRelation<Types>>;

/** The inputs of a create, if the types of the client have them. */
type CreateInputs<Types> = Types extends { readonly operations: { readonly create: { readonly args: { readonly data: infer Data } } } }
  ? Data
  : never;

/** A table of a Prisma schema. */
type PrismaTable<Types extends PrismaModelTypes> = TypedTable<
  RowOf<Types['payload']['scalars'], Types['payload']['objects']>,
  GivenName<CreateInputs<Types>, Types>
>;

/** The tables of a Prisma schema, by the names of their models. */
export type PrismaTables<Types extends PrismaTypes> = { readonly [M in keyof Types['model']]: PrismaTable<Types['model'][M]> };

/** Options of {@link prisma}. */
export interface PrismaOptions {
  /**
   * How Prisma stores `DateTime` on SQLite: as the number of milliseconds, which is the default of versions up to 6, or as text, which is the
   * default of the drivers of version 7. By default it follows from the schema: since version 7, it does not contain the database's URL.
   */
  readonly dateTimes?: 'milliseconds' | 'text';
}

/**
 * The tables of a Prisma schema, as the first argument of `model()`. The schema describes them; all SQL is the service's own, and Prisma's
 * client and engines are not used. With the type of the generated client, the compiler checks the names of models and fields.
 * @param path the file of the schema, or the folder of its files, relative to the working directory.
 * Throws a `StartError` if the schema can not be read.
 * @example
 * const db = prisma<Prisma.TypeMap>('./prisma/schema.prisma');
 * model(db.Order, 'shop.Order', { searchFields: ['number', 'customer.name'] })
 */
export function prisma<Types extends PrismaTypes = { readonly model: Record<string, UntypedModel> }>(
  path: string,
  options: PrismaOptions = {},
): PrismaTables<Types> {
  const schema = readPrismaSchema(path);
  const dateTimes = options.dateTimes ?? (schema.isOfConfig ? 'text' : 'milliseconds');
  const reference = (model: PrismaModel): PrismaReference => ({ [prismaMark]: true, schema, model, dateTimes });
  const tables = Object.fromEntries(Array.from(schema.models, ([name, model]) => [name, reference(model)]));
  return tables as unknown as PrismaTables<Types>;
}

interface UntypedModel {
  readonly payload: { readonly scalars: AnyRow; readonly objects: AnyRow };
}

/**
 * Registers every model of a Prisma schema, with the defaults of each. A model without a key, or whose key has the name of a secret, is left
 * out, with a note at the start.
 * @param app the app label of their keys: the model `Order` becomes `shop.Order`.
 * @example defineAdmin({ database, models: [...prismaModels(db, 'shop'), …] })
 */
export function prismaModels(tables: Readonly<Record<string, unknown>>, app: string): ModelRegistration[] {
  return Object.entries(tables).map(([name, source]) => ({ source, key: `${app}.${name}`, config: {}, $isOptional: true }));
}
