import type { FieldTypeName } from '@grimoire/protocol';
import type { ForeignKeyDescription, TableName } from './table.ts';

/** The setting that links the service's own staff to rows of the application's users. */
export interface StaffLinkSetting {
  /** Key of the model of those users. It must have one key field. */
  readonly model: string;
}

/** The model to whose rows staff are linked. */
export interface StaffLink {
  readonly model: string;
  readonly verboseName: string;
  readonly table: TableName;
  /** The column of its key, and the type of that. */
  readonly column: string;
  readonly type: FieldTypeName;
}

/** Name of the field of `auth.User` that holds the link. */
export const linkField = 'link';

/** Name of the column of the service's own users that holds the link: {@link linkPrefix} and the key. */
export const linkColumn = 'linked_row';

/** Name of the column of the audit log, and of its field, with the link of the user at that time, in the same form. */
export const auditLinkColumn = 'actor_link';

/**
 * The text before the key in a stored link. It names the model: if the setting names another model later, the stored links lead to no row,
 * and never to a row with the same key in another table.
 */
export function linkPrefix(model: string): string {
  return `${model}/`;
}

/** A column that holds links, as a foreign key. The database does not have it, because the table of the application's users is not ours. */
export function linkKey({ table, column }: StaffLink, from: string): ForeignKeyDescription {
  return { columns: [from], table, targetColumns: [column], onDelete: 'no action' };
}
