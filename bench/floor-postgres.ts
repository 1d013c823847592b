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

const searchSql = pageSql('SELECT * FROM orders WHERE number ILIKE $1 ORDER BY id DESC LIMIT 50');
const suggestionsSql = `SELECT json_build_object('value', id, 'label', number)::text FROM orders WHERE number ILIKE $1 ORDER BY number, id LIMIT 21`;
const ordersOfSql = 'SELECT count(*) FROM orders WHERE customer_id = $1 AND EXISTS (SELECT 1 FROM customers WHERE id = $1)';

const lockAllSql = 'SELECT id, number, note FROM orders WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE';
const updateAllSql = 'UPDATE orders SET note = $1 WHERE id = ANY($2)';
const auditAllSql = `INSERT INTO grimoire.audit_log (created_at, actor_id, actor_key, actor_repr, action, model_label, object_pk, object_repr, diff, targets, targets_count, request_id, status)
  SELECT $1, 1, '1', 'bench', 'update', 'sales.Order', key, name, json_build_object('note', json_build_array(before, $5::text)), '[]', 0, $6, 'ok'
  FROM unnest($2::text[], $3::text[], $4::text[]) AS entries(key, name, before)`;
const auditRunSql = `INSERT INTO grimoire.audit_log (created_at, actor_id, actor_key, actor_repr, action, model_label, object_repr, diff, targets, targets_count, request_id, status)
  VALUES ($1, 1, '1', 'bench', 'mark', 'sales.Order', '', '{}', $2, $3, $4, 'ok')`;

const lockSql = `SELECT json_build_object(${ownPairs})::text FROM orders o WHERE o.id = $1 FOR NO KEY UPDATE OF o`;
const updateSql = 'UPDATE orders SET note = $1 WHERE id = $2';
const auditSql = `INSERT INTO grimoire.audit_log (created_at, actor_id, actor_key, actor_repr, action, model_label, object_pk, object_repr, diff, targets, targets_count, request_id, status)
  VALUES ($1, 1, '1', 'bench', 'update', 'sales.Order', $2, $3, $4, '[]', 0, $5, 'ok')`;

type Run = (name: string, text: string, values: unknown[]) => Promise<pg.QueryArrayResult<string[]>>;

/** The floor's statements on PostgreSQL, prepared by name on each of ten connections. */
export function postgresQueries(address: string): OrderQueries {
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  const first = async (name: string, text: string, values: readonly unknown[]): Promise<string[]> => {
    const { rows } = await pool.query<string[]>({ name, text, values: [...values], rowMode: 'array' });
    return rows[0] ?? [];
  };
  const inTransaction = async <T>(job: (run: Run) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await job((name, text, values) => client.query<string[]>({ name, text, values, rowMode: 'array' }));
      await client.query('COMMIT');
      return result;
    } finally {
      client.release();
    }
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
    change: (id, note) =>
      inTransaction(async (run) => {
        const before = JSON.parse((await run('lock', lockSql, [id])).rows[0]?.[0] ?? '{}') as {
          readonly number: string;
          readonly note: string;
        };
        await run('update', updateSql, [note, id]);
        const [own = '', helpers = ''] = (await run('row', rowSql, [id])).rows[0] ?? [];
        const diff = JSON.stringify({ note: [before.note, note] });
        await run('audit', auditSql, [new Date().toISOString(), String(id), before.number, diff, randomUUID()]);
        return `${own.slice(0, -1)},${helpers.slice(1)}`;
      }),
    async search(text) {
      const [[rows = ''], [count]] = await Promise.all([
        first('search', searchSql, [`%${text}%`]),
        first('count_search', 'SELECT count(*) FROM orders WHERE number ILIKE $1', [`%${text}%`]),
      ]);
      return { rows, count: Number(count) };
    },
    async suggestions(text) {
      const query = { name: 'suggestions', text: suggestionsSql, values: [`%${text}%`], rowMode: 'array' as const };
      return (await pool.query<string[]>(query)).rows.map(([row = '']) => row);
    },
    ordersOf: async (customer) => Number((await first('orders_of', ordersOfSql, [customer]))[0]),
    changeAll: (ids, note) =>
      inTransaction(async (run) => {
        const before = (await run('lock_all', lockAllSql, [ids])).rows;
        await run('update_all', updateAllSql, [note, ids]);
        const column = (index: number): (string | undefined)[] => before.map((row) => row[index]);
        await run('audit_all', auditAllSql, [new Date().toISOString(), column(0), column(1), column(2), note, randomUUID()]);
        return before.length;
      }),
    mark: (ids, note) =>
      inTransaction(async (run) => {
        const { rows } = await run('lock_all', lockAllSql, [ids]);
        await run('update_all', updateAllSql, [note, ids]);
        const targets = JSON.stringify(rows.map(([id]) => String(id)));
        await run('audit_run', auditRunSql, [new Date().toISOString(), targets, rows.length, randomUUID()]);
        return rows.length;
      }),
    close: () => pool.end(),
  };
}
