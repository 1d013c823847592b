import { type Admin, hashPassword } from 'grimoire';
import { connect } from './database/connect.ts';
import { inTransaction, type ShopConnection, type ShopTarget } from './database/connection.ts';
import { salesNorth } from './models/region-scope.ts';

/** A member of the demo's staff; the password is the user name. */
export interface StaffMember {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** None is a superuser. */
  readonly group: string | null;
  /** What they may do, for people. */
  readonly may: string;
}

/** Who can sign in to the demo. */
export const staffMembers: readonly StaffMember[] = [
  { username: 'admin', firstName: 'Ada', lastName: 'Ministrator', group: null, may: 'everything' },
  { username: 'clara', firstName: 'Clara', lastName: 'Lefèvre', group: 'Support', may: 'see most, change customers' },
  { username: 'nils', firstName: 'Nils', lastName: 'Åkesson', group: salesNorth, may: 'orders and customers of the north, no margins' },
  { username: 'vera', firstName: 'Věra', lastName: 'Dvořáková', group: 'Warehouse', may: 'see stock and catalog' },
];

/** What the groups hold: rights on models, and permissions of fields by their codename. */
const groups: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Support: {
    view: ['catalog.*', 'crm.*', 'sales.*', 'billing.*', 'inventory.StockLevel', 'inventory.Warehouse'],
    change: ['crm.*', 'catalog.Review'],
    add: ['crm.Address', 'crm.CustomerProfile'],
    delete: ['crm.Address'],
    view_margin: ['sales.Order'],
    refund: ['sales.Order'],
    print_receipt: ['sales.Order'],
    issue_tax_invoice: ['sales.Order'],
    export_customer: ['crm.Customer'],
  },
  [salesNorth]: {
    view: ['crm.*', 'sales.*', 'billing.Invoice', 'catalog.Product', 'catalog.Category', 'catalog.Tag'],
    change: ['crm.Customer', 'crm.Address', 'sales.Order', 'sales.OrderLine'],
    add: ['crm.Customer', 'crm.Address', 'sales.Order', 'sales.OrderLine'],
    delete: ['sales.OrderLine'],
    print_receipt: ['sales.Order'],
    export_order: ['sales.Order'],
  },
  Warehouse: { view: ['inventory.*', 'catalog.*'] },
};

/** A permission of the service's own tables. */
interface Permission {
  readonly id: number;
  readonly app: string;
  readonly model: string;
  readonly codename: string;
}

/**
 * Makes the demo's groups and staff, unless they are there; nobody's password or rights are reset.
 * The admin's own tables are brought up to date first.
 */
export async function makeStaff(admin: Admin, target: ShopTarget): Promise<void> {
  await admin.operations.migrate();
  await admin.operations.syncAdminActions();
  const connection = await connect(target);
  const staff: StaffTables = { connection, own: 'postgres' in target ? 'grimoire.' : 'grimoire_' };
  try {
    await inTransaction(connection, async () => {
      for (const [name, holds] of Object.entries(groups)) await makeGroup(staff, name, holds);
      for (const member of staffMembers) await makeMember(staff, member);
    });
  } finally {
    await connection.close();
  }
}

interface StaffTables {
  readonly connection: ShopConnection;
  /** What precedes the names of the admin's own tables. */
  readonly own: string;
}

async function makeGroup(staff: StaffTables, name: string, holds: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const [known] = await staff.connection.query(`SELECT id FROM ${staff.own}group WHERE name = ?`, [name]);
  if (known) return;
  const [group] = await staff.connection.query(`INSERT INTO ${staff.own}group (name) VALUES (?) RETURNING id`, [name]);
  const permissions = (await staff.connection.query(
    `SELECT p.id, c.app_label AS app, c.model, p.codename FROM ${staff.own}permission p JOIN ${staff.own}content_type c ON c.id = p.content_type_id`,
  )) as unknown as Permission[];
  for (const { id } of permissions.filter((permission) => isHeld(permission, holds))) {
    const values = [Number(group?.['id']), id];
    await staff.connection.query(`INSERT INTO ${staff.own}group_permissions (group_id, permission_id) VALUES (?, ?)`, values);
  }
}

function isHeld({ app, model, codename }: Permission, holds: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(holds).some(
    ([right, keys]) =>
      (codename === right || codename === `${right}_${model}`) &&
      keys.some((key) => key === `${app}.*` || key.toLowerCase() === `${app}.${model}`),
  );
}

async function makeMember(staff: StaffTables, member: StaffMember): Promise<void> {
  const [known] = await staff.connection.query(`SELECT id FROM ${staff.own}user WHERE username = ?`, [member.username]);
  if (known) return;
  const { username, firstName, lastName, group } = member;
  const flags = group === null ? 'true, true, true' : 'false, true, true';
  const [user] = await staff.connection.query(
    `INSERT INTO ${staff.own}user (password, username, first_name, last_name, email, is_superuser, is_staff, is_active, date_joined)
     VALUES (?, ?, ?, ?, ?, ${flags}, ?) RETURNING id`,
    [await hashPassword(username), username, firstName, lastName, `${username}@shop.example.com`, new Date().toISOString()],
  );
  if (group === null) return;
  await staff.connection.query(
    `INSERT INTO ${staff.own}user_groups (user_id, group_id) SELECT ?, id FROM ${staff.own}group WHERE name = ?`,
    [Number(user?.['id']), group],
  );
}
