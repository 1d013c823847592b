import { defineAdmin, exportCsv, hashPassword, model, postgres, sqlite, toNodeHandler } from 'grimoire';
import { serveToRunner } from './child-server.ts';
import { credentials, type Setup } from './messages.ts';

/** The service over tables that it knows by name: without Drizzle, whose own modules take as much memory as an export. */
const { dialect, address } = JSON.parse(process.argv[2] ?? '') as Setup;
const admin = defineAdmin({
  database: dialect === 'postgres' ? postgres({ connectionString: address, max: 10 }) : sqlite(address),
  models: [
    model('customers', 'sales.Customer'),
    model('channels', 'sales.Channel'),
    model('orders', 'sales.Order', { fields: { total: { maxDigits: 10, decimalPlaces: 2 } } }),
  ],
  adminActions: [exportCsv('sales.Order')],
});
await admin.migrate();
await admin.syncAdminActions();
const staff = await admin.staff();
const password = await hashPassword(credentials.password);
await staff.create({ username: credentials.username, password, isStaff: true, isSuperuser: true });
await admin.ready();
serveToRunner(toNodeHandler(admin), () => admin.close());
