import type { FieldTypeName } from '@grimoire/protocol';
import { bigRange, integerRange } from '../model/field-types/integer.ts';
import type { ColumnDescription, ForeignKeyDescription, TableDescription } from '../model/table.ts';

type More = Partial<ColumnDescription>;

const dbTypes: Partial<Record<FieldTypeName, string>> = { CharField: 'varchar' };

/** A column that may not be null, of this type. */
function column(name: string, type: FieldTypeName, more: More = {}): ColumnDescription {
  return {
    name,
    column: name,
    type,
    dbType: dbTypes[type] ?? type.replace('Field', '').toLowerCase(),
    null: false,
    ...more,
  };
}

const key = (): ColumnDescription => column('id', 'AutoField', { hasDefault: true, isAutomatic: true, range: bigRange });
const integer = (name: string, more: More = {}): ColumnDescription => column(name, 'IntegerField', { range: integerRange, ...more });

function table(name: string, columns: readonly ColumnDescription[], more: Partial<TableDescription> = {}): TableDescription {
  const parts = { isView: false, primaryKey: ['id'], uniques: [], foreignKeys: [] };
  return { table: { schema: undefined, name }, columns, ...parts, ...more };
}

function reference(columns: readonly string[], to: string, more: Partial<ForeignKeyDescription> = {}): ForeignKeyDescription {
  return { columns, table: { schema: undefined, name: to }, targetColumns: ['id'], onDelete: 'no action', ...more };
}

const optional = { null: true } as const;

/** The tables of a small shop. */
export const tables = {
  customers: table(
    'customers',
    [
      key(),
      column('name', 'CharField', { maxLength: 50 }),
      column('email', 'EmailField', { ...optional, maxLength: 100 }),
      column('region', 'CharField', { maxLength: 2 }),
      column('vip', 'BooleanField', { dbType: 'boolean' }),
      column('note', 'TextField', optional),
      column('pin', 'CharField', optional),
      column('ssn', 'CharField', optional),
    ],
    { uniques: [['email']] },
  ),
  tags: table('tags', [key(), column('name', 'CharField', { maxLength: 20 })], { uniques: [['name']] }),
  warehouses: table('warehouses', [key(), column('city', 'CharField')]),
  orders: table(
    'orders',
    [
      key(),
      column('number', 'CharField', { maxLength: 20 }),
      integer('customer', { column: 'customer_id' }),
      column('status', 'CharField', { choices: ['open', 'paid', 'sent'], hasDefault: true, constant: 'open' }),
      column('total', 'DecimalField', { maxDigits: 10, decimalPlaces: 2, ...optional }),
      integer('quantity', optional),
      column('placed', 'DateTimeField', { ...optional, storage: 'text', dbType: 'timestamp' }),
      column('due', 'DateField', optional),
      column('memo', 'TextField', { hasDefault: true, constant: '' }),
      column('data', 'JSONField', optional),
      column('labels', 'ArrayField', { ...optional, element: { type: 'CharField', dbType: 'varchar' } }),
      column('margin', 'DecimalField', optional),
      column('sums', 'BinaryField', optional),
      integer('warehouse', optional),
    ],
    {
      uniques: [['number'], ['customer_id', 'due']],
      foreignKeys: [reference(['customer_id'], 'customers', { onDelete: 'cascade' }), reference(['warehouse'], 'warehouses')],
    },
  ),
  orderTags: table('order_tags', [integer('order_id'), integer('tag_id')], {
    primaryKey: ['order_id', 'tag_id'],
    foreignKeys: [reference(['order_id'], 'orders', { onDelete: 'cascade' }), reference(['tag_id'], 'tags', { onDelete: 'cascade' })],
  }),
  lines: table(
    'lines',
    [integer('order', { column: 'order_id' }), column('place', 'CharField'), column('product', 'CharField'), integer('amount', optional)],
    { primaryKey: ['order_id', 'place'], foreignKeys: [reference(['order_id'], 'orders', { onDelete: 'cascade' })] },
  ),
  claims: table(
    'claims',
    [key(), integer('line_order', optional), column('line_place', 'CharField', optional), column('reason', 'CharField')],
    { foreignKeys: [reference(['line_order', 'line_place'], 'lines', { targetColumns: ['order_id', 'place'], onDelete: 'set null' })] },
  ),
  payments: table('payments', [key(), integer('order', { column: 'order_id' }), column('code', 'CharField')], {
    foreignKeys: [reference(['order_id'], 'orders', { onDelete: 'restrict' })],
  }),
  reminders: table('reminders', [key(), integer('order', { column: 'order_id', ...optional }), column('text', 'CharField')], {
    foreignKeys: [reference(['order_id'], 'orders', { onDelete: 'set null' })],
  }),
  log: table('log', [
    key(),
    column('action', 'CharField'),
    column('model_label', 'CharField'),
    column('object_pk', 'CharField', optional),
    column('diff', 'JSONField', optional),
    column('targets', 'JSONField', optional),
  ]),
  sales: table('sales', [column('region', 'CharField', optional), integer('orders')], { isView: true, primaryKey: [] }),
} as const;

/** The same tables for SQLite. */
export const ddl = `
CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(50) NOT NULL, email VARCHAR(100) UNIQUE,
  region VARCHAR(2) NOT NULL CHECK (region <> 'XX'), vip BOOLEAN NOT NULL, note TEXT, pin TEXT, ssn TEXT);
CREATE TABLE tags (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(20) NOT NULL UNIQUE);
CREATE TABLE warehouses (id INTEGER PRIMARY KEY AUTOINCREMENT, city TEXT NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, number VARCHAR(20) NOT NULL UNIQUE,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE, status TEXT NOT NULL DEFAULT 'open', total DECIMAL(10, 2),
  quantity INTEGER, placed TIMESTAMP, due DATE, memo TEXT NOT NULL DEFAULT '', data JSON, labels JSON, margin DECIMAL, sums BLOB,
  warehouse INTEGER REFERENCES warehouses (id), UNIQUE (customer_id, due));
CREATE TABLE order_tags (order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE, PRIMARY KEY (order_id, tag_id));
CREATE TABLE lines (order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE, place TEXT NOT NULL, product TEXT NOT NULL,
  amount INTEGER, PRIMARY KEY (order_id, place));
CREATE TABLE claims (id INTEGER PRIMARY KEY AUTOINCREMENT, line_order INTEGER, line_place TEXT, reason TEXT NOT NULL,
  FOREIGN KEY (line_order, line_place) REFERENCES lines (order_id, place) ON DELETE SET NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE RESTRICT,
  code TEXT NOT NULL);
CREATE TABLE reminders (id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER REFERENCES orders (id) ON DELETE SET NULL, text TEXT NOT NULL);
CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, model_label TEXT NOT NULL, object_pk TEXT, diff JSON, targets JSON);
CREATE VIEW sales AS SELECT region, count(*) AS orders FROM customers GROUP BY region;
`;
