/** The error for the log, if a statement of the service names a table or a column that is not there. */
export function changedTables(error: Error): Error {
  return new Error(`${error.message}. If tables have changed since the start of the service: restart it.`, { cause: error });
}
