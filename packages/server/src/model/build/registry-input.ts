import type { ActionHandler, AdminAction } from '../config/action.ts';
import type { AdminConfig } from '../config/config.ts';
import type { Guard } from '../config/hooks.ts';
import type { Field } from '../field.ts';
import type { OwnPermission, Redact } from '../model.ts';
import type { References } from '../references.ts';
import type { Failed } from '../registry.ts';
import type { StaffLink } from '../staff-link.ts';
import type { TableDescription, TableName } from '../table.ts';
import type { Problems } from './checks.ts';
import type { LeftOut } from './left-out.ts';

/** A table with the key and config that it is registered with. */
export interface Registration {
  readonly key: string;
  readonly description: TableDescription;
  readonly config: AdminConfig;
  readonly redact?: Redact;
  readonly guard?: Guard;
  /** Whether it is a model of the service itself. */
  readonly isOfService?: boolean;
  /** Permissions beyond those of its fields and actions. */
  readonly permissions?: readonly Omit<OwnPermission, 'isAction'>[];
}

/** The input of a registry. `describe` finds the table of a config's `through` or inline. */
export interface RegistryInput {
  readonly registrations: readonly Registration[];
  readonly describe: (source: unknown) => TableDescription | undefined;
  /** Whether a column may hold a value of any type. */
  readonly storesAnyType: boolean;
  readonly problems: Problems;
  /** Called with the errors of a config's functions that occur while rows are served. */
  readonly failed: Failed;
  /** The foreign keys of the database. */
  readonly references: References;
  /** The columns that no model serves unless its config names them. */
  readonly leftOut: LeftOut;
  /** Actions that are declared apart from their models. */
  readonly adminActions: readonly AdminAction[];
  /** Without it, no model has an export that is not declared. */
  readonly exporting?: Exporting;
  /** The table of the service's own users; undefined if users are those of a host application. */
  readonly userTable: TableName | undefined;
  /** The model to whose rows those users are linked, if the settings name one. */
  readonly staffLink?: StaffLink | undefined;
}

/** How the rows of models are exported. */
export interface Exporting {
  /** Whether a model whose config does not decide it can be exported without an entry. */
  readonly isUsual: boolean;
  /** An entry that exports the model. */
  entryOf(this: void, model: string): AdminAction;
  /** Whether an entry exports its model. */
  isExport(this: void, entry: AdminAction): boolean;
  /** Whether a handler is that of an export, in whatever action it stands. */
  readsRows(this: void, run: ActionHandler): boolean;
}

/** A model under construction: its fields, without relations to other models. */
export interface Draft {
  readonly registration: Registration;
  readonly app: string;
  readonly name: string;
  fields: Field[];
  /** Columns that are left out, and get a value by the service or the source all the same. */
  readonly unseen: readonly Field[];
}

/** Every draft, by its table; the first, if several have the same table. */
export type DraftsByTable = ReadonlyMap<string, Draft>;
