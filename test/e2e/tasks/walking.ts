/** Tasks that go from one row to others. */
import assert from 'node:assert/strict';
import type { Task } from './task.ts';

export const walking: readonly Task[] = [
  {
    name: 'From a customer to the orders of this customer',
    async run(hand) {
      const { customer } = await hand.service.row('sales.Order', 'number', 'SO-0000581');
      const { results } = await hand.service.get(`r/sales.Order/?customer=${customer}`);
      await hand.start(`#/crm.Customer/${customer}`);
      await hand.click(hand.page.getByRole('tab', { name: /^Orders/ }));
      await hand.rows(results.map(({ number }: { number: string }) => number));
    },
  },
  {
    name: 'From an order to its customer, and back to the same place of the list',
    async run(hand) {
      const { page } = hand;
      const place = (): Promise<unknown> => page.evaluate(`document.querySelector('.table-scroll').scrollTop`);
      const list = `#/sales.Order?${new URLSearchParams({ sort: 'number', order: 'ASC', page: '2', perPage: '50' }).toString()}`;
      await hand.staff.open(list);
      await page.getByRole('link', { name: 'SO-0000070' }).waitFor();
      await page.evaluate(`document.querySelector('.table-scroll').scrollTop = 400`);
      await page.getByRole('link', { name: 'SO-0000070' }).click();
      await page.getByRole('heading', { level: 1, name: 'Order SO-0000070' }).waitFor();
      await hand.begin();
      const { customer, customer_label: name } = await hand.service.row('sales.Order', 'number', 'SO-0000070');
      await hand.click(page.getByRole('definition').getByRole('link', { name, exact: true }));
      await page.getByRole('heading', { level: 1, name: `Customer ${name}` }).waitFor();
      assert.ok(page.url().endsWith(`#/crm.Customer/${customer}`));
      await hand.back();
      await page.getByRole('heading', { level: 1, name: 'Order SO-0000070' }).waitFor();
      await hand.press('u');
      await page.getByRole('link', { name: 'SO-0000070' }).waitFor();
      await hand.rest();
      assert.equal(await place(), 400);
      assert.match(page.url(), /page=2/);
    },
  },
  {
    name: 'Change the notes of three orders, one after the other',
    async run(hand) {
      const { page, service } = hand;
      const { results } = await service.get('r/sales.Order/?page_size=3');
      await hand.list('Orders');
      await hand.click(page.getByRole('link', { name: results[0].number }));
      for (const [index, { number }] of results.entries()) {
        if (index > 0) await hand.button('Next row');
        await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
        await hand.enter(page.getByLabel('Note'), 'Called');
        await hand.press('Control+s');
        await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'hidden' });
        await hand.rest();
      }
      for (const { id } of results) assert.equal((await service.get(`r/sales.Order/${id}/`)).note, 'Called');
    },
  },
  {
    name: 'See who changed the status of an order, and when',
    async run(hand) {
      const { page, service } = hand;
      await service.send('PATCH', 'r/sales.Order/590/', { status: 'refunded' });
      await hand.start('#/sales.Order/590');
      await hand.click(page.getByRole('tab', { name: 'History' }));
      const change = page.getByRole('region', { name: 'History' }).getByRole('article').first();
      await change.getByRole('row', { name: 'Status Completed Refunded' }).waitFor();
      const text = await change.innerText();
      const { results } = await service.get('r/admin.AdminAuditLog/?model_label=sales.Order&object_pk=590');
      const [entry] = results;
      assert.ok(text.includes('admin'), text);
      assert.equal(await change.locator('time').first().getAttribute('datetime'), entry.created_at);
    },
  },
];
