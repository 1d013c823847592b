/** Tasks that make rows, or change them in their forms. */
import assert from 'node:assert/strict';
import type { Hand } from './hand.ts';
import type { Task } from './task.ts';

/** Fills in the customer's own fields, and saves. */
async function makeCustomer(hand: Hand): Promise<void> {
  const { page } = hand;
  const form = page.getByRole('dialog', { name: 'New customer' });
  const values = { 'First name': 'Åse', 'Last name': 'Nordby', Email: 'aase@example.org', Country: 'NO' };
  for (const [name, value] of Object.entries(values)) await hand.enter(form.getByRole('textbox', { name }), value);
  await hand.choose(form.getByRole('combobox', { name: 'Region' }), 'North');
  await hand.press('Control+s');
  await form.waitFor({ state: 'hidden' });
}

async function addLine(
  hand: Hand,
  index: number,
  [product, label]: readonly [typed: string, label: string],
  quantity: string,
): Promise<void> {
  await hand.button('Add order line');
  const line = hand.page.getByRole('group', { name: `Order line ${index}` });
  await hand.enter(line.getByRole('combobox', { name: 'Product' }), product);
  await hand.click(hand.page.getByRole('option', { name: label }));
  await hand.enter(line.getByRole('textbox', { name: 'Quantity' }), quantity);
}

export const making: readonly Task[] = [
  {
    name: 'Create an order with two lines, for a new customer',
    async run(hand) {
      const { page, service } = hand;
      await hand.list('Orders');
      await hand.click(page.getByRole('link', { name: 'New order' }));
      await hand.enter(page.getByRole('textbox', { name: 'Number' }), 'SO-9000001');
      await hand.button('New customer (Customer)');
      await makeCustomer(hand);
      await hand.choose(page.getByRole('combobox', { name: 'Channel' }), 'Telephone');
      await hand.enterTime(page.getByLabel('Placed at'), '11112026', '1000A');
      await addLine(hand, 1, ['otoño pot', 'Otoño pot, zinc'], '2');
      await addLine(hand, 2, ['žluna stool', 'Žluna stool, recycled plastic'], '1');
      await hand.press('Control+s');
      await page.waitForURL(/sales\.Order\/\d+/);
      const order = await service.row('sales.Order', 'number', 'SO-9000001');
      assert.equal(order.customer_label, 'Åse Nordby');
      const { results } = await service.get(`r/sales.OrderLine/?order=${order.id}&ordering=pk`);
      assert.deepEqual(
        results.map(({ quantity }: { quantity: number }) => quantity),
        [2, 1],
      );
    },
  },
  {
    name: 'Duplicate a product',
    async run(hand) {
      const { page, service } = hand;
      const [product] = (await service.get('r/catalog.Product/?page_size=1')).results;
      await hand.list('Products');
      await hand.click(page.getByRole('link', { name: product.sku }));
      await hand.click(page.getByRole('link', { name: 'Duplicate' }));
      await hand.enter(page.getByRole('textbox', { name: 'SKU' }), 'NEW-1');
      await hand.button('Save');
      await page.getByText('The product is made.').waitFor();
      const copy = await service.row('catalog.Product', 'sku', 'NEW-1');
      assert.deepEqual([copy.name, copy.price, copy.category], [product.name, product.price, product.category]);
    },
  },
  {
    name: 'Change the email of a customer from the form of an order',
    async run(hand) {
      const { page, service } = hand;
      const { customer } = await service.get('r/sales.Order/590/');
      await hand.start('#/sales.Order/590');
      await hand.button('Change this customer (Customer)');
      const form = page.getByRole('dialog', { name: /^Customer / });
      await hand.enter(form.getByRole('textbox', { name: 'Email' }), 'new@example.org');
      await hand.press('Control+s');
      await form.waitFor({ state: 'hidden' });
      assert.match(page.url(), /sales\.Order\/590/);
      assert.equal((await service.get(`r/crm.Customer/${customer}/`)).email, 'new@example.org');
    },
  },
  {
    name: 'Make a tag, by keys alone',
    async run(hand) {
      const { page, service } = hand;
      await hand.press('Control+k');
      await hand.type('new tag');
      const option = page.getByRole('option', { name: 'New tag Add', exact: true });
      await option.waitFor();
      while (!/Mui-focused/.test((await option.getAttribute('class')) ?? '')) await hand.press('ArrowDown');
      await hand.press('Enter');
      await hand.tabTo(page.getByRole('textbox', { name: 'Name' }));
      await hand.type('Autumn');
      await hand.tabTo(page.getByRole('textbox', { name: 'Color', exact: true }));
      await hand.type('#b5651d');
      await hand.press('Control+s');
      await page.waitForURL(/catalog\.Tag\/\d+$/);
      assert.equal((await service.row('catalog.Tag', 'name', 'Autumn')).color, '#b5651d');
    },
  },
];
