/** Tasks that change rows in a list. */
import assert from 'node:assert/strict';
import { addChoice, beginSheet, tick } from './lists.ts';
import type { Task } from './task.ts';

export const changing: readonly Task[] = [
  {
    name: 'Change the status of the 40 newest orders',
    async run(hand) {
      const { page, service } = hand;
      const { results } = await service.get('r/sales.Order/?page_size=41');
      await hand.list('Orders');
      await hand.choose(page.getByRole('combobox', { name: 'Rows per page' }), '50');
      await page.getByRole('link', { name: results[40].number }).waitFor();
      await tick(hand, 0);
      await hand.click(page.locator('tbody .dash-tick').nth(39), 'Shift');
      await page.getByText('40 selected').waitFor();
      await hand.button('Edit');
      await hand.choose(page.getByRole('combobox', { name: 'Field' }), 'Status');
      await hand.choose(page.getByRole('combobox', { name: 'Status' }), 'Cancelled');
      await hand.button('Show what changes');
      await hand.button('Change 40 orders');
      await page.getByText('40 orders: status is changed.').waitFor();
      const after = (await service.get('r/sales.Order/?page_size=41')).results;
      assert.ok(after.slice(0, 40).every(({ status }: { status: string }) => status === 'cancelled'));
      assert.equal(after[40].status, results[40].status);
    },
  },
  {
    name: 'Correct the price of a product in the list',
    async run(hand) {
      const { page, service } = hand;
      const [product] = (await service.get('r/catalog.Product/?page_size=1')).results;
      await hand.list('Products');
      await page.locator('tbody tr').first().getByRole('cell').nth(6).hover();
      await hand.button('Change Price');
      await hand.enter(page.getByRole('dialog').getByRole('textbox', { name: 'Price' }), '12.50');
      await hand.press('Enter');
      await page.getByText('Price is saved.').waitFor();
      assert.equal((await service.get(`r/catalog.Product/${product.id}/`)).price, '12.50');
    },
  },
  {
    name: 'Change the prices of ten products in a row',
    async run(hand) {
      const { page, service } = hand;
      const prices = Array.from({ length: 10 }, (_, index) => `1${index}.50`);
      await hand.list('Products');
      await beginSheet(hand, page.locator('tbody tr').first().getByRole('gridcell').nth(6));
      for (const price of prices) {
        await hand.type(price);
        await hand.press('Enter');
      }
      await hand.press('Control+s');
      await page.getByText('10 cells in 10 rows: saved.').waitFor();
      const { results } = await service.get('r/catalog.Product/?page_size=10');
      assert.deepEqual(
        results.map(({ price }: { price: string }) => price),
        prices,
      );
    },
  },
  {
    name: 'Paste 30 cells from a spreadsheet',
    async run(hand) {
      const { page, service } = hand;
      const rows = Array.from({ length: 10 }, (_, index) => ['Lamps', 'Paused', `1${index}.50`]);
      await hand.list('Products');
      await hand.staff.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = rows.map((row) => row.join('\t')).join('\n');
      await page.evaluate((text) => (globalThis as any).navigator.clipboard.writeText(text), copied);
      await beginSheet(hand, page.locator('tbody tr').first().getByRole('gridcell').nth(4));
      await hand.press('Control+v');
      await page.getByRole('toolbar', { name: 'Sheet' }).getByText('in 10 rows').waitFor();
      await hand.press('Control+s');
      await page.getByText('in 10 rows: saved.').waitFor();
      const { results } = await service.get('r/catalog.Product/?page_size=10');
      assert.deepEqual(
        results.map(({ category_label: category, status, price }: Record<string, string>) => [category, status, price]),
        rows.map(([category, , price]) => [category, 'paused', price]),
      );
    },
  },
  {
    name: 'Refund three completed orders, with a reason',
    username: 'clara',
    async run(hand) {
      const { page, service } = hand;
      const { results } = await service.get('r/sales.Order/?status=completed&page_size=3');
      await hand.list('Orders');
      await addChoice(hand, 'Status', 'Completed');
      await hand.rest();
      await tick(hand, 0, 1, 2);
      await hand.button('Actions');
      await hand.click(page.getByRole('menuitem', { name: 'Refund' }));
      await hand.enter(page.getByRole('dialog').getByLabel('Reason'), 'Damaged');
      await hand.button('Show what changes', page.getByRole('dialog'));
      await hand.button('Refund', page.getByRole('dialog'));
      await page.getByText('3 orders refunded.').waitFor();
      for (const { id } of results) {
        const { status, note } = await service.get(`r/sales.Order/${id}/`);
        assert.deepEqual([status, note.endsWith('Refunded: Damaged')], ['refunded', true]);
      }
    },
  },
  {
    name: 'Restore a deleted row from the trash',
    hasTrash: true,
    async run(hand) {
      const { page, service } = hand;
      await hand.list('Notes');
      await hand.button('Trash');
      await page.getByText('Second').waitFor();
      await hand.click(page.locator('tbody tr', { hasText: 'Second' }).getByRole('checkbox'));
      await hand.button('Restore');
      await page.getByText('Second').waitFor({ state: 'hidden' });
      const { results } = await service.get('r/desk.Note/?ordering=id');
      assert.deepEqual(
        results.map(({ id }: { id: number }) => id),
        [1, 2],
      );
    },
  },
  {
    name: 'Delete a category, after seeing what goes with it',
    async run(hand) {
      const { page, service } = hand;
      const parent = await service.send('POST', 'r/catalog.Category/', { name: 'Old things', slug: 'old', position: 99, isVisible: true });
      await service.send('POST', 'r/catalog.Category/', { name: 'Older', slug: 'older', position: 1, isVisible: true, parent: parent.id });
      await hand.list('Categories');
      await hand.click(page.getByRole('link', { name: 'Old things' }).first());
      await hand.button('Delete');
      await page.getByRole('dialog').getByRole('link', { name: '1 category' }).waitFor();
      await hand.button('Delete', page.getByRole('dialog'));
      await page.getByText('Old things is deleted.').waitFor();
      assert.equal((await service.get(`r/catalog.Category/?id__in=${parent.id}`)).count, 0);
    },
  },
];
