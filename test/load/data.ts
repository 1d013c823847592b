import { createTestDatabase, type Dialect, type TestDatabase } from '../support/databases.ts';
import { addUser } from '../support/service.ts';
import { makeTickets, ticketRights } from '../support/tickets.ts';
import { loadAdmin } from './server.ts';

/** Rows that each client changes alone. */
export const rowsEach = 50;

/** A database with tickets, customers, and a member of staff for each client. */
export async function makeDatabase(dialect: Dialect, server: string, clients: number): Promise<TestDatabase> {
  const database = await createTestDatabase(dialect, server);
  await makeTickets(database, { count: Math.max(20_000, clients * rowsEach), team: 'all' });
  const admin = loadAdmin(database.address);
  await admin.operations.migrate();
  await admin.operations.syncAdminActions();
  await admin.close();
  for (let index = 0; index < clients; index++)
    await addUser(database, { username: nameOf(index), permissions: [...ticketRights('l'), 'l.ticket:export_ticket'], groups: ['all'] });
  return database;
}

/** The username of a client. */
export function nameOf(index: number): string {
  return `client ${index}`;
}
