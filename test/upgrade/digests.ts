import { createHash } from 'node:crypto';
import type { TestDatabase } from '../support/databases.ts';
import type { FixtureState } from './manifest.ts';

/** How a column is made comparable, so that another way to store the same value makes no difference. */
type Kind = 'text' | 'time' | 'json';

interface Digested {
  readonly table: string;
  /** The columns of the version that made the fixtures: what a later one adds does not count. */
  readonly columns: Readonly<Record<string, Kind>>;
  readonly orderBy: string;
}

const texts = (...names: string[]): Record<string, Kind> => Object.fromEntries(names.map((name) => [name, 'text']));
const link = (table: string, ...columns: string[]): Digested => ({ table, columns: texts('id', ...columns), orderBy: 'id' });

/** What an upgrade must not lose, by the name of its digest. */
const digested: Readonly<Record<string, Digested>> = {
  auditLog: {
    table: 'grimoire_audit_log',
    columns: {
      ...texts('id', 'actor_id', 'actor_key', 'actor_repr', 'action', 'model_label', 'object_pk', 'object_repr'),
      ...texts('targets_count', 'ip', 'request_id', 'status'),
      created_at: 'time',
      diff: 'json',
      targets: 'json',
    },
    orderBy: 'id',
  },
  users: {
    table: 'grimoire_user',
    columns: {
      ...texts('id', 'password', 'is_superuser', 'username', 'first_name', 'last_name', 'email', 'is_staff', 'is_active'),
      last_login: 'time',
      date_joined: 'time',
    },
    orderBy: 'id',
  },
  groups: { table: 'grimoire_group', columns: texts('id', 'name'), orderBy: 'id' },
  contentTypes: { table: 'grimoire_content_type', columns: texts('id', 'app_label', 'model'), orderBy: 'id' },
  permissions: { table: 'grimoire_permission', columns: texts('id', 'name', 'content_type_id', 'codename'), orderBy: 'id' },
  userGroups: link('grimoire_user_groups', 'user_id', 'group_id'),
  userPermissions: link('grimoire_user_user_permissions', 'user_id', 'permission_id'),
  groupPermissions: link('grimoire_group_permissions', 'group_id', 'permission_id'),
  actionPermissions: { table: 'grimoire_action_permission', columns: texts('permission_id'), orderBy: 'permission_id' },
  secret: { table: 'grimoire_secret', columns: texts('name', 'value'), orderBy: 'name' },
};

const host: readonly Digested[] = [
  { table: 'shop_customer', columns: texts('id', 'name', 'email'), orderBy: 'id' },
  {
    table: 'shop_order',
    columns: { ...texts('id', 'number', 'customer_id', 'status', 'total', 'is_paid', 'note'), placed_at: 'time', extra: 'json' },
    orderBy: 'id',
  },
  { table: 'shop_order_watcher', columns: texts('order_id', 'customer_id'), orderBy: 'order_id, customer_id' },
];

/** The own tables whose rows are counted, as the version that made the fixtures has them. */
const counted = [
  ...new Set(Object.values(digested).map(({ table }) => table)),
  'grimoire_sign_in',
  'grimoire_login_attempt',
  'grimoire_outcome',
  'grimoire_migration',
  'grimoire_migration_lock',
];

/** Tables that a later version has renamed. */
const renamed: Readonly<Record<string, string>> = { grimoire_outcome: 'grimoire_idempotency_key' };

/** The state of a fixture's database as it is now, to be held against that of its manifest. */
export async function readState(database: TestDatabase): Promise<FixtureState> {
  const counts: Record<string, number> = {};
  for (const table of counted) {
    const [row] = await database.query(`SELECT count(*) AS n FROM ${table}`).catch(async (error: unknown) => {
      const now = renamed[table];
      if (now === undefined) throw error;
      return database.query(`SELECT count(*) AS n FROM ${now}`);
    });
    counts[table] = Number(row?.['n']);
  }
  const digests: Record<string, string> = {};
  for (const [name, what] of Object.entries(digested)) digests[name] = digestOf(await readRows(database, what));
  const rows: Record<string, (string | null)[][]> = {};
  for (const what of host) rows[what.table] = await readRows(database, what);
  return { counts, digests, host: rows };
}

function digestOf(rows: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

async function readRows(database: TestDatabase, { table, columns, orderBy }: Digested): Promise<(string | null)[][]> {
  const kinds = Object.entries(columns);
  const list = kinds.map(([name, kind]) => `${asText(database, name, kind)} AS ${name}`);
  const order = orderBy
    .split(', ')
    .map((name) => `${table}.${name}`)
    .join(', ');
  const rows = await database.query(`SELECT ${list.join(', ')} FROM ${table} ORDER BY ${order}`);
  return rows.map((row) =>
    kinds.map(([name, kind]) => {
      const value = row[name] as string | null;
      return kind === 'json' && value !== null ? canonical(value) : value;
    }),
  );
}

function asText({ dialect }: TestDatabase, name: string, kind: Kind): string {
  if (dialect === 'sqlite') return `CAST(${name} AS text)`;
  return kind === 'time' ? `to_char(${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')` : `${name}::text`;
}

/** The same text for the same JSON, in whatever order its keys are stored. */
function canonical(text: string): string {
  return JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
}
