import { type SQL, sql } from 'drizzle-orm';

/** The current time in milliseconds since 1970, as a default of the database. */
export const now: SQL<Date> = sql<Date>`CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
