import { createHash } from 'node:crypto';
import { getTableName, type Table } from 'drizzle-orm';
import { connect } from './database/connect.ts';
import { inTransaction, type ShopConnection, type ShopTarget } from './database/connection.ts';
import { createTables, dropTables, finishTables } from './database/create-tables.ts';
import { tablesOf } from './schema/tables-of.ts';
import { seed } from './seed/seed.ts';

/** What was found or made. */
export interface PreparedData {
  /** How many orders there were when the data was made. */
  readonly orders: number;
  /** Milliseconds that making it took; null when it was there already. */
  readonly made: number | null;
}

/** What is wanted of the data: `orders` left out is what there is, or `usualOrders`. */
export interface DataOptions {
  readonly orders?: number;
  readonly until: Date;
}

/** The number of orders in the demo by default. */
const usualOrders = 20_000;

/** Says what this demo made in a database, so that it never takes away what it did not make. */
const markTable = 'shop_demo';

interface Mark {
  readonly orders: number;
  /** Fingerprint of the statements that made the tables. */
  readonly made_by: string;
}

/**
 * Makes the shop's tables and rows, in one transaction. What is there already stays, unless `orders` is given or it was made
 * by another version of the demo. Throws where such tables are there that the demo did not make.
 */
export async function prepareData(target: ShopTarget, options: DataOptions): Promise<PreparedData> {
  const fingerprint = createHash('sha256')
    .update(createTables(tableList(target)).join(';'))
    .digest('hex');
  const connection = await connect(target);
  try {
    const mark = await readMark(connection);
    if (mark && options.orders === undefined && mark.made_by === fingerprint) return { orders: mark.orders, made: null };
    const orders = options.orders ?? mark?.orders ?? usualOrders;
    const start = performance.now();
    await inTransaction(connection, async () => {
      if (mark) await executeAll(connection, [...dropTables(tableList(target)), `DROP TABLE ${markTable}`]);
      else await refuseForeignTables(connection, tableList(target));
      await executeAll(connection, createTables(tableList(target)));
      await seed(connection, tablesOf(target), { orders, until: options.until });
      await executeAll(connection, finishTables(tableList(target)));
      await connection.execute(`CREATE TABLE ${markTable} (orders integer NOT NULL, made_by varchar(64) NOT NULL)`);
      await connection.query(`INSERT INTO ${markTable} (orders, made_by) VALUES (?, ?)`, [orders, fingerprint]);
    });
    return { orders, made: performance.now() - start };
  } finally {
    await connection.close();
  }
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
