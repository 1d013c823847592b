import { AdminError } from '../errors/errors.ts';
import { systemTableName } from '../model/system-tables.ts';
import { tableId } from '../model/table.ts';
import type { Service } from '../service/service.ts';
import type { Core } from './connect.ts';

/** The names by which an error of the database names one of the service's own tables, and no table of the application. */
function namesOfSystemTables({ tables, registry }: Core): readonly string[] {
  const own = Object.values(tables).map(systemTableName);
  const ids = new Set(own.map(tableId));
  const others = new Set(registry.models.filter(({ table }) => !ids.has(tableId(table))).map(({ table }) => table.name));
  const schemas = own.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  return [...own.map(({ name }) => name).filter((name) => !others.has(name)), ...schemas];
}

/** Turns an error of the driver into one of the contract; one about the service's own tables is a failure of the service. */
export function translatorOf(core: Core): Service['translateError'] {
  const ownNames = namesOfSystemTables(core);
  return (error) => ofSystemTables(core.database.translateError(error), ownNames);
}

/** If the database role lacks a privilege on the service's own tables, that is not a 403 for the user, but a failure that is logged. */
function ofSystemTables(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof AdminError) || error.code !== 'permission_denied' || !(error.cause instanceof Error)) return error;
  const { message } = error.cause;
  // In each language of the server, such a message ends with the name of a table, of its sequence, or of its schema.
  const isOwn = names.some((name) => new RegExp(`[\\s"]${name}(?:_\\w+_seq)?\\W?$`).test(message));
  return isOwn ? new Error('The role of the database lacks a privilege on a table of the service.', { cause: error.cause }) : error;
}
