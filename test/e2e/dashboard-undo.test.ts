import { model } from 'grimoire';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialects } from '../support/databases.ts';
import { listening } from '../support/listening.ts';
import { button } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import { serviceForEach } from '../support/started-service.ts';
import { signedIn, type StaffPage } from '../support/staff-page.ts';
import { browserOfWorker } from '../support/browser.ts';

const setup = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(50) NOT NULL);
  CREATE TABLE purchase (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    number varchar(10) NOT NULL, status varchar(10) NOT NULL);
  CREATE TABLE visit (id integer PRIMARY KEY, customer_id integer REFERENCES customer (id) ON DELETE SET NULL, note varchar(50));
  CREATE TABLE remark (id integer PRIMARY KEY, note varchar(50));
  INSERT INTO remark VALUES (1, 'In the rain');
  INSERT INTO customer VALUES (1, 'Ada'), (2, 'Ben');
  INSERT INTO purchase VALUES (1, 1, 'O1', 'new'), (2, 1, 'O2', 'new'), (3, 2, 'O3', 'paid');
  INSERT INTO visit VALUES (1, 1, 'In the rain');`;

const models = [
  model('customer', 'shop.Customer', { label: 'name', listDisplay: ['name'] }),
  model('purchase', 'shop.Purchase', { label: 'number', listDisplay: ['number', 'status'], ordering: ['number'] }),
  model('visit', 'shop.Visit', { label: 'note' }),
  model('remark', 'shop.Remark', { label: 'note', reasonRequired: ['update', 'delete'] }),
];

describe.each(dialects)('undo in the dashboard on %s', (dialect) => {
  const { service } = serviceForEach(() => startService({ dialect, setup, models }));

  /** A page of a user at an address. */
  async function at(address: string, username = 'root'): Promise<StaffPage> {
    const site = await listening(service.admin);
    onTestFinished(() => site.close());
    return signedIn(await browserOfWorker(), { at: `${site.origin}/`, address, username, password });
  }

  const statuses = async (): Promise<unknown[]> =>
    (await service.database.query('SELECT status FROM purchase ORDER BY id')).map(({ status }) => status);
  const undoOfMessage = (page: Page): Locator => page.getByRole('alert').getByRole('button', { name: 'Undo' });
  const dialog = (page: Page): Locator => page.getByRole('dialog');

  async function changeAll(page: Page): Promise<void> {
    await page.getByLabel('Select all').check();
    await button(page, 'Edit').click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Status' }).click();
    await page.getByRole('textbox', { name: 'Status' }).fill('paid');
    await button(page, 'Show what changes').click();
  }

  it('tries a change of many rows, makes it, and takes it back', async () => {
    await using staff = await at('#/shop.Purchase');
    const { page } = staff;
    await changeAll(page);
    await dialog(page).getByText('2 purchases: changed').waitFor();
    await dialog(page).getByText('1 purchase: left as they are').waitFor();
    expect(await dialog(page).getByRole('list', { name: 'Rows' }).innerText()).toContain('Status: new → paid');
    // A button under the pointer has other colors.
    await page.mouse.move(0, 0);
    expect(await staff.barriersInSchemes()).toEqual({});
    expect(await statuses()).toEqual(['new', 'new', 'paid']);
    await button(page, 'Change 3 purchases').click();
    await page.getByText('3 purchases: status is changed.').waitFor();
    expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
    await undoOfMessage(page).click();
    await dialog(page).getByText('2 purchases: changed back').waitFor();
    expect(await staff.barriersInSchemes()).toEqual({});
    await dialog(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: 2 rows are as they were.').waitFor();
    expect(await statuses()).toEqual(['new', 'new', 'paid']);
    await expect.poll(() => page.locator('tbody tr').first().innerText()).toContain('new');
    // The undo is undone by its key.
    await page.locator('#main-content:focus').waitFor();
    await page.keyboard.press('z');
    await dialog(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(statuses).toEqual(['paid', 'paid', 'paid']);
  });

  it('shows again what a change of many rows does, once somebody has changed one of them', async () => {
    await using staff = await at('#/shop.Purchase');
    const { page } = staff;
    await changeAll(page);
    await dialog(page).getByText('2 purchases: changed').waitFor();
    await service.database.execute("UPDATE purchase SET status = 'paid' WHERE id = 1");
    staff.expectMessage(/409/);
    await button(page, 'Change 3 purchases').click();
    await dialog(page).getByText('This is what it would do now.').waitFor();
    await dialog(page).getByText('1 purchase: changed', { exact: true }).waitFor();
    expect(await statuses()).toEqual(['paid', 'new', 'paid']);
    await button(page, 'Change 3 purchases').click();
    await page.getByText('3 purchases: status is changed.').waitFor();
    expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  });

  it('brings back a customer whom a colleague has deleted, with all that went along', async () => {
    await service.user({
      username: 'ann',
      permissions: ['customer', 'purchase', 'visit'].flatMap((name) =>
        ['view', 'add', 'change', 'delete'].map((right) => `shop.${name}:${right}_${name}`),
      ),
    });
    await using staff = await at('#/shop.Customer/1');
    const { page } = staff;
    await button(page, 'Delete').click();
    await dialog(page).getByText('Deleted along with it:').waitFor();
    await dialog(page).getByRole('link', { name: '2 purchases' }).waitFor();
    await dialog(page).getByRole('link', { name: '1 visit' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Ada is deleted.').waitFor();
    expect(await service.database.query('SELECT id FROM purchase ORDER BY id')).toEqual([{ id: 3 }]);

    await using colleague = await at('#/changes', 'ann');
    const { page: hers } = colleague;
    await hers.getByRole('link', { name: 'Deleted: customers' }).click();
    await hers.getByText('is deleted').first().waitFor();
    await hers.getByText('by the database, along with others').first().waitFor();
    expect(await colleague.barriersInSchemes()).toEqual({});
    await button(hers, 'Undo').click();
    await dialog(hers).getByText('1 customer: there again').waitFor();
    await dialog(hers).getByText('2 purchases: there again').waitFor();
    await dialog(hers).getByRole('button', { name: 'Undo', exact: true }).click();
    await hers.getByText('Undone: 4 rows are as they were.').waitFor();
    await hers.getByText('Taken back by').waitFor();
    expect(await service.database.query('SELECT id, customer_id FROM purchase ORDER BY id')).toEqual([
      { id: 1, customer_id: 1 },
      { id: 2, customer_id: 1 },
      { id: 3, customer_id: 2 },
    ]);
    expect(await service.database.query('SELECT customer_id FROM visit')).toEqual([{ customer_id: 1 }]);
    await staff.open('#/shop.Customer/1');
    await page.getByRole('tab', { name: /^History/ }).click();
    await page
      .getByRole('region', { name: 'History' })
      .getByRole('link', { name: /^Change \d+$/ })
      .first()
      .click();
    await page.getByText('Takes back').waitFor();
  });

  it('opens the page of a row that is undeleted from the message', async () => {
    await using staff = await at('#/shop.Purchase/1');
    const { page } = staff;
    await button(page, 'Delete').click();
    await dialog(page).getByText('Nothing else is touched.').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await undoOfMessage(page).click();
    await page.getByRole('heading', { name: 'Purchase O1' }).waitFor();
    expect(await service.database.query('SELECT number FROM purchase WHERE id = 1')).toEqual([{ number: 'O1' }]);
  });

  it('says what was changed since by whom, and undoes the rest', async () => {
    const ann = await service.user({ username: 'ann', isSuperuser: true });
    await using staff = await at('#/shop.Purchase');
    const { page } = staff;
    await changeAll(page);
    await button(page, 'Change 3 purchases').click();
    await page.getByText('3 purchases: status is changed.').waitFor();
    await ann.patch('/r/shop.Purchase/1/', { status: 'sent' });
    staff.expectMessage(/409/);
    await undoOfMessage(page).click();
    await dialog(page)
      .getByText(/^Status was changed since by ann, /)
      .waitFor();
    await dialog(page).getByRole('link', { name: 'O1' }).waitFor();
    await dialog(page)
      .getByRole('link', { name: /^Change \d+$/ })
      .waitFor();
    expect(await staff.barriersInSchemes()).toEqual({});
    await dialog(page).getByRole('button', { name: 'Undo the rest' }).click();
    await dialog(page).getByText('1 purchase: changed back').waitFor();
    await dialog(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText(/^Undone: 1 row is as it was\./).waitFor();
    expect(await statuses()).toEqual(['sent', 'new', 'paid']);
  });

  it('takes back what the form of a row has saved, on the page and in the message', async () => {
    await using staff = await at('#/shop.Purchase/1');
    const { page } = staff;
    const status = page.getByRole('textbox', { name: 'Status' });
    await status.fill('sent');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The purchase is saved.').waitFor();
    await undoOfMessage(page).click();
    await page.getByText('Undone: 1 row is as it was.').waitFor();
    await expect.poll(() => status.inputValue()).toBe('new');
    // What is not saved stays.
    await undoOfMessage(page).waitFor();
    await status.fill('half');
    await undoOfMessage(page).click();
    await page.getByText('What you filled in is still here, and not saved.').waitFor();
    expect([await status.inputValue(), await statuses()]).toEqual(['half', ['sent', 'new', 'paid']]);
  });

  it('asks for a reason where a model demands one, and keeps it', async () => {
    await using staff = await at('#/shop.Remark/1');
    const { page } = staff;
    await page.getByRole('textbox', { name: 'Note' }).fill('In the sun');
    await button(page, 'Save').click();
    await page.getByText('Say why it is saved.').waitFor();
    // A button under the pointer has other colors.
    await page.mouse.move(0, 0);
    expect(await staff.barriersInSchemes()).toEqual({});
    await page.getByRole('textbox', { name: 'Reason' }).fill('The weather was wrong');
    await button(page, 'Save').click();
    await page.getByText('The remark is saved.').waitFor();
    await page.locator('tbody .dash-tick').first().click();
    await button(page, 'Delete').click();
    await dialog(page).getByText('Nothing else is touched.').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('Required').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Twice');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 remark deleted.').waitFor();
    await staff.open('#/changes');
    await page.getByText('The weather was wrong').waitFor();
    await page.getByText('Twice').waitFor();
  });
});
