import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { OrderQueries } from './floor-queries.ts';

const row = `json_object('id', o.id, 'number', o.number, 'status', o.status, 'region', o.region, 'channel', o.channel_id,
  'customer', o.customer_id, 'total', printf('%.2f', o.total), 'placed_at', strftime('%Y-%m-%dT%H:%M:%SZ', o.placed_at / 1000, 'unixepoch'),
  'note', o.note, '_label', o.number, 'channel_label', (SELECT name FROM channels WHERE id = o.channel_id),
  'customer_label', (SELECT name FROM customers WHERE id = o.customer_id))`;

function pageSql(condition: string, limit: string): string {
  return `SELECT ${row} FROM orders o ${condition} ORDER BY id DESC ${limit}`;
}

type Texts = (...values: SQLInputValue[]) => string;

/** The floor's statements on SQLite, prepared once. */
export function sqliteQueries(file: string): OrderQueries {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  const prepare = (sql: string): Texts => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return (...values) => (statement.all(...values) as unknown as string[][]).join(',');
  };
  const filtered = prepare(pageSql('WHERE status = ?', 'LIMIT 50'));
  const filteredAfter = prepare(pageSql('WHERE status = ? AND id < ?', 'LIMIT 50'));
  const after = prepare(pageSql('WHERE id < ?', 'LIMIT 50'));
  const offset = prepare(pageSql('', 'LIMIT 50 OFFSET ?'));
  const count = prepare('SELECT count(*) FROM orders');
  const countFiltered = prepare('SELECT count(*) FROM orders WHERE status = ?');
  const one = prepare(`SELECT ${row} FROM orders o WHERE o.id = ?`);
  const find = prepare(pageSql('WHERE number LIKE ?', 'LIMIT 50'));
  const countFound = prepare('SELECT count(*) FROM orders WHERE number LIKE ?');
  const suggest = database.prepare(
    "SELECT json_object('value', id, 'label', number) AS row FROM orders WHERE number LIKE ? ORDER BY number, id LIMIT 21",
  );
  const ordersOf = prepare('SELECT count(*) FROM orders WHERE customer_id = ?1 AND EXISTS (SELECT 1 FROM customers WHERE id = ?1)');
  const lockAll = database.prepare('SELECT id, number, note FROM orders WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id');
  const updateAll = database.prepare('UPDATE orders SET note = ? WHERE id IN (SELECT value FROM json_each(?))');
  const auditRun =
    database.prepare(`INSERT INTO grimoire_audit_log (created_at, actor_id, actor_key, actor_repr, action, model_label, object_repr, diff, targets, targets_count, request_id, status)
    VALUES (?, 1, '1', 'bench', 'mark', 'sales.Order', '', '{}', ?, ?, ?, 'ok')`);
  const inTransaction = <T>(job: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    const result = job();
    database.exec('COMMIT');
    return result;
  };
  const update = database.prepare('UPDATE orders SET note = ? WHERE id = ?');
  const audit =
    database.prepare(`INSERT INTO grimoire_audit_log (created_at, actor_id, actor_key, actor_repr, action, model_label, object_pk, object_repr, diff, targets, targets_count, request_id, status)
    VALUES (?, 1, '1', 'bench', 'update', 'sales.Order', ?, ?, ?, '[]', 0, ?, 'ok')`);
  return {
    page(page) {
      if (page.status !== null) return page.after === null ? filtered(page.status) : filteredAfter(page.status, page.after);
      return page.after === null ? offset(page.offset) : after(page.after);
    },
    count: (status) => Number(status === null ? count() : countFiltered(status)),
    row: (id) => one(id),
    search: (text) => ({ rows: find(`%${text}%`), count: Number(countFound(`%${text}%`)) }),
    suggestions: (text) => suggest.all(`%${text}%`).map(({ row: found }) => String(found)),
    ordersOf: (customer) => Number(ordersOf(customer)),
    change: (id, note) =>
      inTransaction(() => {
        const before = JSON.parse(one(id)) as { readonly number: string; readonly note: string };
        update.run(note, id);
        const changed = one(id);
        const diff = JSON.stringify({ note: [before.note, note] });
        audit.run(new Date().toISOString(), String(id), before.number, diff, randomUUID());
        return changed;
      }),
    changeAll: (ids, note) =>
      inTransaction(() => {
        const keys = JSON.stringify(ids);
        const before = lockAll.all(keys);
        updateAll.run(note, keys);
        const [now, request] = [new Date().toISOString(), randomUUID()];
        for (const { id = null, number = null, note: old = null } of before)
          audit.run(now, String(id), number, JSON.stringify({ note: [old, note] }), request);
        return before.length;
      }),
    mark: (ids, note) =>
      inTransaction(() => {
        const keys = JSON.stringify(ids);
        const found = lockAll.all(keys);
        updateAll.run(note, keys);
        auditRun.run(new Date().toISOString(), JSON.stringify(found.map(({ id }) => String(id))), found.length, randomUUID());
        return found.length;
      }),
    close: async () => database.close(),
  };
}
