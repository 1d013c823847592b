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
  const admin = quietAdmin(target);
  await makeStaff(admin, target);
  await admin.ready();
  return admin;
}

/** The admin of a database that `prepareShop` has prepared, or of a copy of it, ready to answer; the caller closes it. */
export async function openShop(target: ShopTarget): Promise<Admin> {
  const admin = quietAdmin(target);
  await admin.ready();
  return admin;
}

/** Counts and sums have their time also where other programs leave little processor time. */
const budgets = { countBudget: 30_000, aggregateBudget: 30_000 };

function quietAdmin(target: ShopTarget): Admin {
  return shopAdmin(target, { logger: pino({ level: 'silent' }), ...budgets });
}
