import type { Admin } from 'grimoire';
import { pino } from 'pino';
import type { ShopTarget } from './database/connection.ts';
import { prepareData } from './prepare-data.ts';
import { shopAdmin } from './shop-admin.ts';
import { makeStaff } from './staff.ts';

/** When the last order of a test's shop was placed: fixed, so that the same rows come every day. */
const until = new Date('2026-11-21T00:00:00Z');

/**
 * The demo in an empty database, with its data, its staff and a silent log.
 * @param rows how many orders.
 * @returns the admin, ready to answer; the caller closes it.
 */
export async function prepareShop(target: ShopTarget, rows: number): Promise<Admin> {
  await prepareData(target, { orders: rows, until });
  const admin = shopAdmin(target, { logger: pino({ level: 'silent' }) });
  await makeStaff(admin, target);
  await admin.ready();
  return admin;
}
