import { closeSync, openSync } from 'node:fs';
import { sqlite } from 'grimoire';
import { sql } from 'kysely';

/** Reads in a process of SQLite, while this process may open no more files, and after that. It prints the results. */
const database = await sqlite(process.argv[2] ?? '').open();
const count = (): Promise<unknown> =>
  sql`SELECT count(*) AS tables FROM sqlite_schema`.execute(database.readOnly()).then(
    ({ rows }) => rows,
    ({ code }: { readonly code?: string }) => code,
  );
const open: number[] = [];
try {
  for (;;) open.push(openSync('/dev/null', 'r'));
} catch {
  // No more can be opened.
}
const refused = await count();
for (const file of open) closeSync(file);
console.log(JSON.stringify([refused, await count()]));
await database.close();
