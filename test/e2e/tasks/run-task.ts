import type { Browser } from 'playwright-core';
import { model } from 'grimoire';
import { type Listening, listening } from '../../support/listening.ts';
import { password, startService } from '../../support/service.ts';
import { startShop } from '../../support/shop.ts';
import { signedIn } from '../../support/staff-page.ts';
import { type Counts, Hand } from './hand.ts';
import type { Task } from './task.ts';

/** Does a task on a new database, so that no task depends on what another one has changed. */
export async function runTask(browser: Browser, task: Task): Promise<Counts> {
  await using site = task.hasTrash === true ? await startTrash() : await startShop('sqlite', task.orders ?? 600);
  const username = task.username ?? (task.hasTrash === true ? 'root' : 'admin');
  const at = { at: `${site.origin}/`, address: '', username, password: task.hasTrash === true ? password : username };
  const staff = await signedIn(browser, at);
  try {
    if (task.now !== undefined) {
      await staff.page.clock.setFixedTime(task.now);
      await staff.open('');
    }
    const hand = new Hand(staff, site.origin);
    await hand.begin();
    await task.run(hand);
    return await hand.end();
  } catch (error) {
    const screen = await staff.page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
    throw new Error(`${task.name}: ${String(error)}\nThe screen at the end:\n${screen}`, { cause: error });
  } finally {
    await staff[Symbol.asyncDispose]();
  }
}

/** The shop of the demo keeps no deleted rows: notes that do. */
async function startTrash(): Promise<Listening> {
  const service = await startService({
    dialect: 'sqlite',
    setup: `CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL, deleted_at datetime);
      INSERT INTO note VALUES (1, 'First', NULL), (2, 'Second', '2026-11-20T08:00:00.000Z'), (3, 'Third', '2026-11-20T09:00:00.000Z');`,
    models: [model('note', 'desk.Note', { label: 'title', listDisplay: ['title'], softDelete: 'deleted_at' })],
  });
  await service.superuser();
  const site = await listening(service.admin);
  const close = async (): Promise<void> => {
    await site.close();
    await service.close();
  };
  return { ...site, close, [Symbol.asyncDispose]: close };
}
