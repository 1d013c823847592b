import { createHash } from 'node:crypto';
import { getTableName, type Table } from 'drizzle-orm';
import { connect } from './database/connect.ts';
import { inTransaction, type ShopConnection, type ShopTarget } from './database/connection.ts';
import { createTables, dropTables, finishTables } from './database/create-tables.ts';
import { tablesOf } from './schema/tables-of.ts';
import { goOn } from './seed/go-on.ts';
import { seed } from './seed/seed.ts';

/** What was found or made. */
export interface PreparedData {
  /** How many orders there are. */
  readonly orders: number;
  /** Milliseconds that making it took; null when it was there already. */
  readonly made: number | null;
  /** How many orders were added, because time has passed since. */
  readonly added: number;
}

/** What is wanted of the data: `orders` left out is what there is, or `usualOrders`. It goes on until `until`. */
export interface DataOptions {
  readonly orders?: number;
  readonly until: Date;
}

/** The number of orders in the demo by default. */
const usualOrders = 20_000;

/** Says what this demo made in a database, so that it never takes away what it did not make. */
const markTable = 'shop_demo';

const makeMark = `CREATE TABLE ${markTable} (orders integer NOT NULL, made_by varchar(64) NOT NULL, base bigint NOT NULL, more_orders integer NOT NULL, more_logs integer NOT NULL)`;

interface Mark {
  readonly orders: number;
  /** Fingerprint of the statements that made the tables. */
  readonly made_by: string;
}

/**
 * Makes the shop's tables and rows, in one transaction. What is there already stays, and goes on until now, unless `orders` is given or it was
 * made by another version of the demo. Throws where such tables are there that the demo did not make.
 */
export async function prepareData(target: ShopTarget, options: DataOptions): Promise<PreparedData> {
  const fingerprint = createHash('sha256')
    .update([...createTables(tableList(target)), makeMark].join(';'))
    .digest('hex');
  const connection = await connect(target);
  try {
    const mark = await readMark(connection);
    if (mark && options.orders === undefined && mark.made_by === fingerprint)
      return { made: null, ...(await inTransaction(connection, () => continueData(connection, target, options.until))) };
    const orders = options.orders ?? mark?.orders ?? usualOrders;
    const start = performance.now();
    await inTransaction(connection, async () => {
      if (mark) await executeAll(connection, [...dropTables(tableList(target)), `DROP TABLE ${markTable}`]);
      else await refuseForeignTables(connection, tableList(target));
      await executeAll(connection, createTables(tableList(target)));
      await seed(connection, tablesOf(target), { orders, until: options.until });
      await executeAll(connection, finishTables(tableList(target)));
      await connection.execute(makeMark);
      const values = [orders, fingerprint, options.until.getTime()];
      await connection.query(`INSERT INTO ${markTable} (orders, made_by, base, more_orders, more_logs) VALUES (?, ?, ?, 0, 0)`, values);
    });
    return { orders, made: performance.now() - start, added: 0 };
  } finally {
    await connection.close();
  }
}

/** Adds what is missing until now, in the transaction that is open: two processes that start at once add it once. */
async function continueData(connection: ShopConnection, target: ShopTarget, now: Date): Promise<Pick<PreparedData, 'orders' | 'added'>> {
  // Locks the mark: the other process waits here, and then finds that nothing is missing.
  await connection.execute(`UPDATE ${markTable} SET orders = orders`);
  const [mark = {}] = await connection.query(`SELECT orders, base, more_orders, more_logs FROM ${markTable}`);
  const progress = {
    orders: Number(mark['orders']),
    base: Number(mark['base']),
    moreOrders: Number(mark['more_orders']),
    moreLogs: Number(mark['more_logs']),
  };
  const after = await goOn(connection, tablesOf(target), { progress, now });
  await connection.query(`UPDATE ${markTable} SET more_orders = ?, more_logs = ?`, [after.moreOrders, after.moreLogs]);
  const [counted] = await connection.query('SELECT count(*) AS orders FROM sales_order');
  return { orders: Number(counted?.['orders']), added: after.moreOrders - progress.moreOrders };
}

function tableList(target: ShopTarget): readonly Table[] {
  return Object.values(tablesOf(target));
}

async function readMark(connection: ShopConnection): Promise<Mark | undefined> {
  if (!(await connection.hasTable(markTable))) return undefined;
  const [row] = await connection.query(`SELECT orders, made_by FROM ${markTable}`);
  return row as Mark | undefined;
}

async function refuseForeignTables(connection: ShopConnection, tables: readonly Table[]): Promise<void> {
  for (const name of tables.map((table) => getTableName(table))) {
    if (!(await connection.hasTable(name))) continue;
    throw new Error(`The database has a table ${name} that the demo did not make: give the demo another database.`);
  }
}

async function executeAll(connection: ShopConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.execute(statement);
}
