import { type Admin, defineAdmin, exportCsv, hashPassword, model, postgres, sqlite } from 'grimoire';
import { credentials, type Setup } from './messages.ts';

/** The service over tables that it knows by name: without Drizzle, whose own modules take as much memory as an export. */
export function exportAdmin({ dialect, address }: Setup): Admin {
  return defineAdmin({
    database: dialect === 'postgres' ? postgres({ connectionString: address, max: 10 }) : sqlite(address),
    models: [
      model('customers', 'sales.Customer'),
      model('channels', 'sales.Channel'),
      model('orders', 'sales.Order', { fields: { total: { maxDigits: 10, decimalPlaces: 2 } } }),
    ],
    adminActions: [exportCsv('sales.Order')],
  });
}

/** Makes the own tables, and who may export: once, before a service starts as it does every day. */
export async function prepareExport(setup: Setup): Promise<void> {
  const admin = exportAdmin(setup);
  await admin.operations.migrate();
  await admin.operations.syncAdminActions();
  const staff = await admin.operations.staff();
  const password = await hashPassword(credentials.password);
  await staff.create({ username: credentials.username, password, isStaff: true, isSuperuser: true });
  await admin.close();
}
