import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OrderQueries, PageOfOrders } from './floor-queries.ts';

const ownPairs = `'id', o.id, 'number', o.number, 'status', o.status, 'region', o.region, 'channel', o.channel_id, 'customer', o.customer_id,
  'total', o.total::text, 'placed_at', to_char(o.placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'note', o.note`;
// Joined, the whole of the customers would be read for fifty of them: PostgreSQL finds a hash of them cheaper.
const helperPairs = `'_label', o.number, 'channel_label', (SELECT name FROM channels WHERE id = o.channel_id),
  'customer_label', (SELECT name FROM customers WHERE id = o.customer_id)`;

function pageSql(orders: string): string {
  return `SELECT string_agg(json_build_object(${ownPairs}, ${helperPairs})::text, ',' ORDER BY o.id DESC) FROM (${orders}) o`;
}

const filteredSql = pageSql('SELECT * FROM orders WHERE status = $1 ORDER BY id DESC LIMIT 50');
const filteredAfterSql = pageSql('SELECT * FROM orders WHERE status = $1 AND id < $2 ORDER BY id DESC LIMIT 50');
const afterSql = pageSql('SELECT * FROM orders WHERE id < $1 ORDER BY id DESC LIMIT 50');
// The keys before the page come from the index alone.
const offsetSql = pageSql(
  'SELECT page.* FROM (SELECT id FROM orders ORDER BY id DESC LIMIT 50 OFFSET $1) k JOIN orders page ON page.id = k.id',
);
const rowSql = `SELECT json_build_object(${ownPairs})::text, json_build_object(${helperPairs})::text FROM orders o WHERE o.id = $1`;

const lockSql = `SELECT json_build_object(${ownPairs})::text FROM orders o WHERE o.id = $1 FOR NO KEY UPDATE OF o`;
const updateSql = 'UPDATE orders SET note = $1 WHERE id = $2';
const auditSql = `INSERT INTO grimoire.audit_log (created_at, actor_id, actor_key, actor_repr, action, model_label, object_pk, object_repr, diff, targets, targets_count, request_id, status)
  VALUES ($1, 1, '1', 'bench', 'update', 'sales.Order', $2, $3, $4, '[]', 0, $5, 'ok')`;

/** The floor's statements on PostgreSQL, prepared by name on each of ten connections. */
export function postgresQueries(address: string): OrderQueries {
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  const first = async (name: string, text: string, values: readonly unknown[]): Promise<string[]> => {
    const { rows } = await pool.query<string[]>({ name, text, values: [...values], rowMode: 'array' });
    return rows[0] ?? [];
  };
  const page = ({ status, after, offset }: PageOfOrders): Promise<string[]> => {
    if (status !== null)
      return after === null ? first('filtered', filteredSql, [status]) : first('filtered_after', filteredAfterSql, [status, after]);
    return after === null ? first('offset', offsetSql, [offset]) : first('after', afterSql, [after]);
  };
  return {
    page: async (wanted) => (await page(wanted))[0] ?? '',
    async count(status) {
      const [count] =
        status === null
          ? await first('count', 'SELECT count(*) FROM orders', [])
          : await first('count_filtered', 'SELECT count(*) FROM orders WHERE status = $1', [status]);
      return Number(count);
    },
    async row(id) {
      const [own = '', helpers = ''] = await first('row', rowSql, [id]);
      return `${own.slice(0, -1)},${helpers.slice(1)}`;
    },
    async change(id, note) {
      const client = await pool.connect();
      try {
        const run = (name: string, text: string, values: unknown[]) => client.query<string[]>({ name, text, values, rowMode: 'array' });
        await client.query('BEGIN');
        const before = JSON.parse((await run('lock', lockSql, [id])).rows[0]?.[0] ?? '{}') as {
          readonly number: string;
          readonly note: string;
        };
        await run('update', updateSql, [note, id]);
        const [own = '', helpers = ''] = (await run('row', rowSql, [id])).rows[0] ?? [];
        const diff = JSON.stringify({ note: [before.note, note] });
        await run('audit', auditSql, [new Date().toISOString(), String(id), before.number, diff, randomUUID()]);
        await client.query('COMMIT');
        return `${own.slice(0, -1)},${helpers.slice(1)}`;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
