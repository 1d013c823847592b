import { type Admin, type AdminSettings, defineAdmin, hashPassword, postgres, sqlite } from 'grimoire';
import { credentials, type Setup } from './messages.ts';
import { models as postgresModels } from './schema-postgres.ts';
import { models as sqliteModels } from './schema-sqlite.ts';

/** The service over the bench's tables. One login lasts for the whole run. */
export function benchAdmin({ dialect, address }: Setup, settings: AdminSettings = {}): Admin {
  return defineAdmin({
    database: dialect === 'postgres' ? postgres({ connectionString: address, max: 10 }) : sqlite(address),
    models: dialect === 'postgres' ? postgresModels : sqliteModels,
    settings: { tokenLifetimes: { access: 24 * 3600, refresh: 24 * 3600 }, ...settings },
  });
}

/** Makes the service's own tables, and the user that logs in. */
export async function prepareOwnTables(admin: Admin): Promise<void> {
  await admin.operations.migrate();
  const staff = await admin.operations.staff();
  const password = await hashPassword(credentials.password);
  await staff.create({ username: credentials.username, password, isStaff: true, isSuperuser: true });
}
