import { sqlite } from 'grimoire';
import { sql } from 'kysely';

/** A service in the middle of a statement that never ends, on a file that it is told. */
const database = await sqlite(process.argv[2] ?? '').open();
const endless = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`.execute(database.readOnly());
setTimeout(() => process.send?.('running'), 1000);
await endless;
