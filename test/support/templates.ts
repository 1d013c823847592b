import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineAdmin, postgres, sqlite } from 'grimoire';
import { pino } from 'pino';
import type { PostgresServer } from './postgres-server.ts';
import { scratch } from './scratch.ts';

/** Databases that have the service's own tables, without rows; tests begin with copies of them. */
export interface Templates {
  /** The path of the file. */
  readonly sqlite: string;
  /** The name of the database in the server of the test run; undefined where there is none. */
  readonly postgres?: string;
}

const settings = { logger: pino({ level: 'silent' }) };

/** Makes the templates of a test run. @returns them, and how they are removed */
export async function makeTemplates(server: PostgresServer | undefined): Promise<{ templates: Templates; remove: () => void }> {
  const folder = mkdtempSync(join(scratch, 'grimoire-template-'));
  const file = join(folder, 'template.sqlite');
  await migrateFile(file);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (!server) return { templates: { sqlite: file }, remove };
  const name = 'migrated_template';
  await migrateDatabase(server, await server.createDatabase(name));
  return { templates: { sqlite: file, postgres: name }, remove };
}

async function migrateFile(file: string): Promise<void> {
  const admin = defineAdmin({ database: sqlite({ file, processes: false }), settings });
  const script = await admin.operations.migrationScript();
  await admin.close();
  const database = new DatabaseSync(file);
  for (const statement of script) database.exec(statement);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

async function migrateDatabase(server: PostgresServer, address: string): Promise<void> {
  const admin = defineAdmin({ database: postgres(address), settings });
  const script = await admin.operations.migrationScript();
  await admin.close();
  for (const statement of script) await server.query(address, statement);
}
