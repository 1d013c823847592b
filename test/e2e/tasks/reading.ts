/** Tasks that take something out of a list, or keep it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { signedIn } from '../../support/staff-page.ts';
import { addChoice, addFilter } from './lists.ts';
import type { Task } from './task.ts';

export const reading: readonly Task[] = [
  {
    name: 'Sum the totals of the paid orders of a country',
    orders: 7600,
    async run(hand) {
      const { page, service } = hand;
      const { results } = await service.get('r/sales.Order/?status=paid&customer__country=NO&page_size=500');
      assert.ok(results.length > 1);
      // Amounts of different currencies are not added.
      const byCurrency = Map.groupBy(
        results as readonly { readonly total: string; readonly currency: string }[],
        ({ currency }) => currency,
      );
      const cents = Array.from(byCurrency.values(), (rows) => rows.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0));
      await hand.list('Orders');
      await addChoice(hand, 'Status', 'Paid');
      await addFilter(hand, 'Customer › country', (editor) => hand.enter(editor.getByLabel('Value'), 'NO'));
      await hand.button('Totals');
      const sums = cents.map((each) => new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(each / 100));
      for (const sum of sums) await page.locator('tfoot').getByText(sum).waitFor();
    },
  },
  {
    name: 'Save a filtered list as a view, and open it again the next day',
    async run(hand) {
      const { page, service } = hand;
      await hand.list('Orders');
      await addChoice(hand, 'Status', 'Paid');
      await hand.button('Save view');
      await hand.type('To pack');
      await hand.press('Enter');
      await page.getByRole('button', { name: 'To pack', exact: true }).waitFor();
      await hand.staff.open('');
      await hand.list('Orders');
      await hand.button('To pack');
      await page.getByRole('group', { name: 'Filter by Status' }).waitFor();
      const { results } = await service.get('r/sales.Order/?status=paid&page_size=25');
      await hand.rows(results.map(({ number }: { number: string }) => number));
    },
  },
  {
    name: 'Share a view with a group',
    async run(hand) {
      const { page, service } = hand;
      const view = { model: 'sales.Order', name: 'To pack', query: 'status=paid' };
      await service.send('POST', 'views/', view);
      await hand.list('Orders');
      await hand.button('To pack');
      await hand.button('Change the view To pack');
      await hand.click(page.getByRole('menuitem', { name: 'Name and sharing…' }));
      await hand.select(page.getByLabel('Who uses it'), 'The group Support');
      await hand.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const browser = page.context().browser();
      assert.ok(browser);
      await using clara = await signedIn(browser, {
        at: new URL('/', page.url()).href,
        address: '#/sales.Order',
        username: 'clara',
        password: 'clara',
      });
      await clara.page.getByRole('button', { name: 'To pack', exact: true }).waitFor();
    },
  },
  {
    name: 'Export the shown columns of a filtered list as CSV',
    async run(hand) {
      const { page, service } = hand;
      const { results } = await service.get('r/sales.Order/?status=paid&page_size=500');
      await hand.list('Orders');
      await addChoice(hand, 'Status', 'Paid');
      await hand.button('Export');
      const file = page.waitForEvent('download');
      await hand.click(page.getByRole('menuitem', { name: 'As shown' }));
      const [head, ...lines] = (await readFile(await (await file).path(), 'utf8'))
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n');
      assert.equal(head, 'Number,Customer,Status,Channel,Total,Currency,Placed at');
      const numbers = lines.map((line) => line.split(',')[0]);
      assert.deepEqual(new Set(numbers), new Set(results.map(({ number }: { number: string }) => number)));
      assert.equal(numbers.length, results.length);
    },
  },
  {
    name: 'Copy a value of a list',
    async run(hand) {
      const { page, service } = hand;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const [order] = (await service.get('r/sales.Order/?page_size=1')).results;
      await hand.list('Orders');
      await page.locator('tbody tr').first().getByRole('cell').nth(2).hover();
      await hand.button('Copy Customer');
      await page.getByText('Customer is copied.').waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), order.customer_label);
    },
  },
];
