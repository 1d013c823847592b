/** A Prisma schema, reduced to what descriptions of tables need. */
export interface PrismaSchema {
  /** Models and views by their names, without those that are ignored. */
  readonly models: ReadonlyMap<string, PrismaModel>;
  readonly enums: ReadonlyMap<string, PrismaEnum>;
  /** Where the schema comes from, for error messages. */
  readonly place: string;
  /** Whether the schema names no URL of the database: since version 7, `prisma.config.ts` has it. */
  readonly isOfConfig: boolean;
}

/** A model or a view. */
export interface PrismaModel {
  readonly name: string;
  /** The schema and name of its table. */
  readonly table: { readonly schema: string | undefined; readonly name: string };
  readonly isView: boolean;
  /** Its fields that are columns. */
  readonly columns: readonly PrismaColumn[];
  /** Its fields that are relations. */
  readonly relations: readonly PrismaRelation[];
  /** Names of the fields of its key; empty if it has none. */
  readonly key: readonly string[];
}

/** A field that is a column. */
export interface PrismaColumn {
  readonly name: string;
  readonly column: string;
  /** The scalar type or the name of an enum; undefined for an unsupported type. */
  readonly type: string | undefined;
  readonly isList: boolean;
  /** The function of its default, with its arguments, such as `cuid(2)`; undefined for a constant or no default. */
  readonly makes: { readonly name: string; readonly argument: string | undefined } | undefined;
  readonly isUpdatedAt: boolean;
  /** The comment before it. */
  readonly helpText: string | undefined;
}

/** A field that is a relation. */
export interface PrismaRelation {
  readonly name: string;
  /** The name of the other model. */
  readonly model: string;
  readonly isList: boolean;
  /** The name in `@relation`; undefined without one. */
  readonly relationName: string | undefined;
  /** The fields of this model, and of the other one, that the relation compares; empty on the side without a foreign key. */
  readonly fields: readonly string[];
  readonly references: readonly string[];
  /** What its `onDelete` says; undefined without one. */
  readonly onDelete: string | undefined;
}

/** An enum. */
export interface PrismaEnum {
  /** Its values as they are stored, with their names. */
  readonly values: readonly { readonly stored: string; readonly name: string }[];
}
