import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openShop, prepareShop } from '@grimoire/example-shop/testing';
import { inject } from 'vitest';
import { createTestDatabase, type Dialect, type TestDatabase } from './databases.ts';
import { type Listening, listening } from './listening.ts';

const target = ({ dialect, address }: TestDatabase) => (dialect === 'sqlite' ? { sqlite: fileOf(address) } : { postgres: address });

function fileOf(address: string): string {
  return address.slice('sqlite:'.length);
}

/** The demo with this many orders in its own database, listening; closing it removes all of that. */
export async function startShop(dialect: Dialect, orders: number): Promise<Listening> {
  const database = await createTestDatabase(dialect);
  return listeningShop(database, await prepareShop(target(database), orders));
}

/** The same on SQLite, as a copy of the file that the first one of the test run has made. */
export async function copyShop(orders: number): Promise<Listening> {
  const database = await createTestDatabase('sqlite', undefined, await shopFile(orders));
  return listeningShop(database, await openShop(target(database)));
}

async function listeningShop(database: TestDatabase, admin: Awaited<ReturnType<typeof openShop>>): Promise<Listening> {
  const server = await listening(admin);
  const close = async (): Promise<void> => {
    await server.close();
    await admin.close();
    await database.close();
  };
  return { ...server, close, [Symbol.asyncDispose]: close };
}

async function shopFile(orders: number): Promise<Uint8Array> {
  const file = join(dirname(inject('templates').sqlite), `shop-${orders}.sqlite`);
  if (!existsSync(file)) {
    const database = await createTestDatabase('sqlite');
    const admin = await prepareShop(target(database), orders);
    await admin.close();
    await database.query('PRAGMA wal_checkpoint(TRUNCATE)');
    // Two workers may do so at once: each file appears whole.
    const made = `${file}.${process.pid}`;
    writeFileSync(made, readFileSync(fileOf(database.address)));
    renameSync(made, file);
    await database.close();
  }
  return readFileSync(file);
}
