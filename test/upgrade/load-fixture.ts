import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createTestDatabase, type Dialect, type TestDatabase } from '../support/databases.ts';
import { type FixtureContent, fixtureFiles, readManifest, type TimeColumn } from './manifest.ts';

/** A database as the version that made the fixtures left it. */
export interface FixtureDatabase extends TestDatabase {
  readonly manifest: FixtureContent;
}

/** Restores a fixture into a new database; on PostgreSQL in the server of the test run, where no other is named. */
export async function loadFixture(dialect: Dialect, server?: string): Promise<FixtureDatabase> {
  const manifest = readManifest().databases[dialect];
  const content = gunzipSync(readFileSync(fixtureFiles[dialect]));
  if (dialect === 'sqlite') return { ...(await createTestDatabase(dialect, server, content)), manifest };
  const database = await createTestDatabase(dialect, server);
  await database.execute(content.toString('utf8'));
  return { ...database, manifest };
}

/** Makes rows of a fixture as fresh as if they had just been written: an outcome or a failed login counts again. */
export async function renew(database: TestDatabase, { table, column, unit }: TimeColumn): Promise<void> {
  const now = unit === 'seconds' ? Math.floor(Date.now() / 1000) : Date.now();
  await database.execute(`UPDATE ${table} SET ${column} = ${now}`);
}
