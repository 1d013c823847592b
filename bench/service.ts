import { type Admin, defineAdmin, hashPassword, postgres, sqlite, toNodeHandler } from 'grimoire';
import { serveToRunner } from './child-server.ts';
import { credentials, type Setup } from './messages.ts';
import { models as postgresModels } from './schema-postgres.ts';
import { models as sqliteModels } from './schema-sqlite.ts';

function adminOf({ dialect, address }: Setup): Admin {
  return defineAdmin({
    database: dialect === 'postgres' ? postgres({ connectionString: address, max: 10 }) : sqlite(address),
    models: dialect === 'postgres' ? postgresModels : sqliteModels,
    settings: {
      // Every answer has to be the same bytes, however slow the machine, and one login lasts for the whole run.
      countBudget: 60_000,
      tokenLifetimes: { access: 24 * 3600, refresh: 24 * 3600 },
    },
  });
}

const admin = adminOf(JSON.parse(process.argv[2] ?? '') as Setup);
await admin.migrate();
const staff = await admin.staff();
const password = await hashPassword(credentials.password);
await staff.create({ username: credentials.username, password, isStaff: true, isSuperuser: true });
await admin.ready();
serveToRunner(toNodeHandler(admin), () => admin.close());
