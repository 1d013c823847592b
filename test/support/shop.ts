import { prepareShop } from '@grimoire/example-shop/testing';
import { createTestDatabase, type Dialect } from './databases.ts';
import { type Listening, listening } from './listening.ts';

/** The demo with this many orders in its own database, listening; closing it removes all of that. */
export async function startShop(dialect: Dialect, orders: number): Promise<Listening> {
  const database = await createTestDatabase(dialect);
  const admin = await prepareShop(
    dialect === 'sqlite' ? { sqlite: database.address.slice('sqlite:'.length) } : { postgres: database.address },
    orders,
  );
  const server = await listening(admin);
  const close = async (): Promise<void> => {
    await server.close();
    await admin.close();
    await database.close();
  };
  return { ...server, close, [Symbol.asyncDispose]: close };
}
