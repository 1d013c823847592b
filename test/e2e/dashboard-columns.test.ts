/** The widths and pins of columns. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';

function edgeOf(page: Page, column: string): Locator {
  return page.getByRole('separator', { name: `Width of ${column}`, exact: true });
}

async function widthOf(page: Page, column: string): Promise<number> {
  const box = await page.getByRole('columnheader', { name: column, exact: true }).boundingBox();
  return Math.round(box?.width ?? 0);
}

async function leftOf(place: Locator): Promise<number> {
  return Math.round((await place.boundingBox())?.x ?? -1);
}

async function headsOf(page: Page): Promise<readonly string[]> {
  return (await page.getByRole('columnheader').allInnerTexts()).slice(1);
}

/** Moves the pointer from the edge of a column, in steps. */
async function drag(page: Page, column: string, by: number): Promise<void> {
  const box = await edgeOf(page, column).boundingBox();
  if (!box) throw new Error(`${column} has no edge`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 10 });
}

async function scrollSideways(page: Page): Promise<void> {
  await page.locator('.table-scroll').evaluate((node: any) => node.scrollTo(node.scrollWidth, 0));
}

/** Shows more columns than fit. */
async function showMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Margin', 'Delivery slot', 'Handling time', 'Note', 'Updated at'])
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Columns' }).waitFor({ state: 'hidden' });
}

describe('the dashboard: columns', () => {
  const { at } = shopDashboard(120);
  const ready = (page: Page): Promise<void> => page.getByRole('cell', { name: /^SO-/ }).first().waitFor();

  it('are as wide as their edges are dragged, now and when the list is opened again', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await ready(page);
    const [customer, number] = [await widthOf(page, 'Customer'), await widthOf(page, 'Number')];
    const edge = await leftOf(edgeOf(page, 'Customer'));
    await drag(page, 'Customer', 90);
    // The edge is under the pointer, and the columns before it have not moved.
    expect(Math.abs((await leftOf(edgeOf(page, 'Customer'))) - edge - 90)).toBeLessThanOrEqual(1);
    expect(await widthOf(page, 'Number')).toBe(number);
    await page.mouse.up();
    expect(await widthOf(page, 'Customer')).toBe(customer + 90);
    expect(await edgeOf(page, 'Customer').getAttribute('aria-valuenow')).toBe(String(customer + 90));
    await page.reload();
    await ready(page);
    expect(await widthOf(page, 'Customer')).toBe(customer + 90);
    await drag(page, 'Customer', -900);
    await page.mouse.up();
    expect(await widthOf(page, 'Customer')).toBe(64);
    // Its values are cut off within it.
    const cell = page.locator('tbody tr').first().locator('td').nth(2);
    const isCut = (node: any): boolean => [node, ...node.querySelectorAll('*')].some((one) => one.scrollWidth > one.clientWidth);
    expect(await cell.evaluate(isCut)).toBe(true);
    expect(await staff.barriers()).toEqual([]);
    // A click on the head still sorts.
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click();
    await page.locator('th[aria-sort=ascending]').getByText('Total').waitFor();
  });

  it('render no row while an edge is dragged', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await ready(page);
    await page.locator('tbody').evaluate((body: any) => {
      const { defaultView: view } = body.ownerDocument;
      view.rowChanges = 0;
      const count = (records: readonly unknown[]): void => (view.rowChanges += records.length);
      new view.MutationObserver(count).observe(body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await drag(page, 'Customer', 60);
    await page.mouse.up();
    expect(await page.evaluate('rowChanges')).toBe(0);
  });

  it('have widths by keyboard: step by step, least, and as wide as what they contain', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await ready(page);
    const before = await widthOf(page, 'Status');
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').focus();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Width of Status');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await widthOf(page, 'Status')).toBe(before + 16);
    expect(await edgeOf(page, 'Status').getAttribute('aria-valuenow')).toBe(String(before + 16));
    await page.keyboard.press('Home');
    expect(await widthOf(page, 'Status')).toBe(64);
    await page.keyboard.press('Enter');
    const cells = page.locator('tbody tr > td:nth-child(4)');
    expect(await cells.evaluateAll((all: any[]) => all.every((cell) => cell.scrollWidth <= cell.clientWidth))).toBe(true);
    const fitting = await widthOf(page, 'Status');
    expect(fitting).toBeLessThan(before + 16);
    await drag(page, 'Status', 200);
    await page.mouse.up();
    await edgeOf(page, 'Status').dblclick();
    expect(await widthOf(page, 'Status')).toBe(fitting);
    // Escape gives a drag up.
    await drag(page, 'Status', 50);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await widthOf(page, 'Status')).toBe(fitting);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.keyboard.press('Escape');
    expect(await widthOf(page, 'Status')).toBe(before);
  });

  it('stay in sight where they are pinned, beside the ticks and what opens a row', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await ready(page);
    await showMore(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Pin Total to the left' }).click();
    await page.getByRole('button', { name: 'Pin Total to the left' }).and(page.locator('[aria-pressed=true]')).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await headsOf(page)).slice(0, 2)).toEqual(['Total', 'Number']);
    const row = page.locator('tbody tr').first().locator('td');
    const before = [await leftOf(row.nth(0)), await leftOf(row.nth(1)), await leftOf(row.nth(2))];
    const customer = await leftOf(row.nth(3));
    await scrollSideways(page);
    await expect.poll(() => leftOf(row.nth(3))).toBeLessThan(customer);
    expect([await leftOf(row.nth(0)), await leftOf(row.nth(1)), await leftOf(row.nth(2))]).toEqual(before);
    // The number still opens the row.
    await row.nth(2).getByRole('link', { name: /^SO-/ }).waitFor();
    await page.getByRole('columnheader', { name: 'Total' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect.poll(async () => (await headsOf(page))[0]).toBe('Number');
  });

  it('have a menu by the keyboard, that pins, sorts, fits and hides', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await ready(page);
    const open = async (column: string): Promise<void> => {
      await page.getByRole('columnheader', { name: column }).getByRole('button').focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu', { name: column }).waitFor();
      await staff.stillness();
    };
    await open('Channel');
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Pin to the left' }).click();
    await expect.poll(async () => (await headsOf(page))[0]).toBe('Channel');
    await open('Total');
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await page.locator('th[aria-sort=descending]').getByText('Total').waitFor();
    await open('Currency');
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    await page.getByRole('columnheader', { name: 'Currency' }).waitFor({ state: 'detached' });
    await page.reload();
    await ready(page);
    expect((await headsOf(page)).slice(0, 2)).toEqual(['Channel', 'Number']);
  });

  it('keep the focus on the button that moves one, up to the end and back', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    const focused = async (): Promise<string | null> => await page.locator(':focus').getAttribute('aria-label');
    await page.getByRole('button', { name: 'Move Customer up' }).press('Enter');
    await page.getByRole('button', { name: 'Move Customer up', disabled: true }).waitFor();
    expect(await focused()).toBe('Move Customer up');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Move Customer up');
    for (let presses = 0; presses < 2; presses++) {
      await page.getByRole('button', { name: 'Move Customer down' }).press('Enter');
      expect(await focused()).toBe('Move Customer down');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Customer' }).waitFor();
  });

  it('are part of a saved view: widths, pins and the height of rows, and of the columns alone that it shows', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent('{"status":["paid"]}')}`);
    const { page } = staff;
    await ready(page);
    const height = (await page.locator('tbody tr').first().boundingBox())?.height;
    await drag(page, 'Total', 70);
    await page.mouse.up();
    const total = await widthOf(page, 'Total');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Pin Channel to the left' }).click();
    await page.getByRole('button', { name: 'Pin Note to the left' }).click();
    await page.getByRole('checkbox', { name: 'Currency' }).click();
    await page.getByRole('button', { name: 'Lower rows' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this list as a view' });
    await dialog.getByLabel('Name').fill('Paid, narrow');
    await dialog.getByLabel('Who uses it').selectOption('All staff');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [view] = (await ask(page, '../views/?model=sales.Order')).views;
    expect(view.display.look).toMatchObject({ pinned: ['channel'], widths: { total }, density: 'dense' });
    expect(Object.keys(view.display.look.widths)).not.toContain('currency');

    await using other = await at('#/sales.Order', 'clara');
    await ready(other.page);
    const [ownTotal, heads] = [await widthOf(other.page, 'Total'), await headsOf(other.page)];
    await other.page.getByRole('button', { name: 'Paid, narrow' }).click();
    await expect.poll(() => headsOf(other.page)).toEqual(['Channel', 'Number', 'Customer', 'Status', 'Total', 'Placed at']);
    await expect.poll(() => widthOf(other.page, 'Total')).toBe(total);
    expect((await other.page.locator('tbody tr').first().boundingBox())?.height).toBeLessThan(height ?? 0);
    // What is changed here is no look of one's own.
    await drag(other.page, 'Total', 30);
    await other.page.mouse.up();
    await other.page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(() => headsOf(other.page)).toEqual(heads);
    await expect.poll(() => widthOf(other.page, 'Total')).toBe(ownTotal);
  });
});
