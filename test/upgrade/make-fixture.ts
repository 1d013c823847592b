import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, type Dialect, type TestDatabase } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { readState } from './digests.ts';
import { fixtureAdmin, fixtureSettings, hostRows, hostTables } from './fixture-admin.ts';
import { makeTraffic } from './fixture-traffic.ts';
import { type FixtureContent, fixtureFiles, type Manifest } from './manifest.ts';
import { captureDefinitions, catalogOf, postgresScript } from './postgres-script.ts';

/**
 * `node test/upgrade/make-fixture.ts` makes the fixtures anew, with the version of the service that it is run in. Those in
 * the repository are of commit 4dda3f7, and must stay so: what a later version writes proves nothing about an upgrade.
 * It is only known to work at that commit; later tests need what it made, not the script.
 */
const server = await startPostgres();
try {
  mkdirSync(new URL('fixtures/', import.meta.url), { recursive: true });
  const databases = { sqlite: await makeFixture('sqlite'), postgres: await makeFixture('postgres') };
  const manifest: Manifest = {
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim(),
    madeAt: new Date().toISOString(),
    migrations: databases.sqlite.migrations,
    settings: fixtureSettings,
    times: {
      outcome: { table: 'grimoire_outcome', column: 'at', unit: 'milliseconds', lasts: 24 * 3600 },
      loginAttempt: { table: 'grimoire_login_attempt', column: 'at', unit: 'milliseconds', lasts: 600 },
      signIn: { table: 'grimoire_sign_in', column: 'expires_at', unit: 'seconds', lasts: null },
    },
    databases: { sqlite: databases.sqlite.content, postgres: databases.postgres.content },
  };
  writeFileSync(fixtureFiles.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
} finally {
  await server.stop();
}

interface Made {
  readonly content: FixtureContent;
  readonly migrations: readonly string[];
}

async function makeFixture(dialect: Dialect): Promise<Made> {
  // The secret must be the one that the migrations make.
  delete process.env['GRIMOIRE_SECRET'];
  const database = await createTestDatabase(dialect, server.url);
  const definitions = captureDefinitions();
  for (const statement of [...hostTables(dialect), ...hostRows()]) await database.execute(statement);
  const admin = fixtureAdmin(database.source());
  const { applied } = await admin.operations.migrate();
  definitions.stop();
  await admin.operations.syncAdminActions();
  const traffic = await makeTraffic(admin);
  await admin.close();
  const content: FixtureContent = { ...traffic, ...(await readState(database)) };
  const bytes = dialect === 'sqlite' ? await sqliteFile(database) : await postgresText(database, definitions.statements);
  const zipped = gzipSync(bytes, { level: 9 });
  writeFileSync(fixtureFiles[dialect], zipped);
  process.stdout.write(`${dialect}: ${content.counts['grimoire_audit_log']} entries, ${zipped.length} bytes\n`);
  await database.close();
  return { content, migrations: applied };
}

async function sqliteFile(database: TestDatabase): Promise<Uint8Array> {
  await database.execute('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA journal_mode = DELETE');
  return readFileSync(database.address.slice('sqlite:'.length));
}

/** The script, once it has made the same database again. */
async function postgresText(database: TestDatabase, definitions: readonly string[]): Promise<Uint8Array> {
  const script = await postgresScript(database, definitions);
  const copy = await createTestDatabase('postgres', server.url);
  await copy.execute(script);
  const states = await Promise.all([database, copy].map(async (one) => JSON.stringify([await catalogOf(one), await readState(one)])));
  if (states[0] !== states[1]) throw new Error('The script makes another database than it was made of.');
  await copy.close();
  return Buffer.from(script);
}
