import { describe, expect, it } from 'vitest';
import { written } from '../support/code-editor.ts';
import { shopDashboard } from '../support/dashboard.ts';
import { ask, button, change } from '../support/page-requests.ts';

describe('a form of the dashboard', () => {
  const { at, origin } = shopDashboard(150);

  it('of a new row begins in its first input, also beside another form, where a keyboard is at hand', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.keyboard.press('n');
    await page.locator('input[name=number]:focus').waitFor();
    await button(page, 'New customer (Customer)').click();
    const customer = page.getByRole('dialog', { name: 'New customer' });
    await customer.locator('input[name=firstName]:focus').waitFor();
    await button(page, 'Cancel').click();
    // A picker would open its list, and a keyboard on the glass would cover the form.
    await staff.open('#/catalog.ProductTag/create');
    await page.getByRole('combobox', { name: 'Product' }).waitFor();
    await staff.stillness();
    expect(await page.getByRole('listbox').count()).toBe(0);
    await using telephone = await at('#/sales.Order/create', 'admin', 'admin', { hasTouch: true, isMobile: true });
    await telephone.page.getByRole('textbox', { name: 'Number' }).waitFor();
    await telephone.stillness();
    expect(await telephone.page.locator('input:focus').count()).toBe(0);
    await staff.open('#/sales.Order/20');
    await page.getByRole('textbox', { name: 'Number' }).waitFor();
    await staff.stillness();
    expect(await page.locator('input:focus').count()).toBe(0);
  });

  it('asks for a time without its seconds, unless it has some', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    const placed = page.getByLabel('Placed at');
    await placed.click({ position: { x: 18, y: 12 } });
    await page.keyboard.type('11112026');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('1000A');
    expect(await placed.inputValue()).toBe('2026-11-11T10:00');
    await change(page, 'PATCH', 'sales.Order/21/', { placedAt: '2026-11-11T10:00:00Z', deliverySlot: '09:30:00' });
    await change(page, 'PATCH', 'sales.Order/22/', { placedAt: '2026-11-11T10:00:07Z', deliverySlot: '09:30:08' });
    const steps = async (): Promise<readonly (string | null)[]> =>
      Promise.all(['Placed at', 'Delivery slot'].map((name) => page.getByLabel(name).getAttribute('step')));
    page.once('dialog', (question) => void question.accept());
    await staff.open('#/sales.Order/21');
    await placed.waitFor();
    expect(await steps()).toEqual(['60', '60']);
    await page.getByLabel('Delivery slot').fill('10:45');
    await button(page, 'Save').click();
    await page.getByText('SO-0000021 is saved.').or(page.getByText('The order is saved.')).first().waitFor();
    expect(await ask(page, 'sales.Order/21/')).toMatchObject({ placedAt: '2026-11-11T10:00:00Z', deliverySlot: '10:45:00' });
    await staff.open('#/sales.Order/22');
    await placed.waitFor();
    expect(await steps()).toEqual(['1', '1']);
    expect(await placed.inputValue()).toBe('2026-11-11T11:00:07');
  });

  it('empties what was emptied, whatever its type', async () => {
    await using staff = await at('');
    const { page } = staff;
    await change(page, 'PATCH', 'catalog.Product/2/', { cost: '5.00', description: 'Long', weight: '1.500', barcode: '4005741948274' });
    await staff.open('#/catalog.Product/2');
    for (const name of ['Cost', 'Description', 'Weight', 'Barcode']) await page.getByRole('textbox', { name }).fill('');
    await page.getByRole('combobox', { name: 'Supplier' }).fill('');
    await page.keyboard.press('Tab');
    await button(page, 'Save').click();
    await page.getByText('The product is saved.').waitFor();
    expect(await ask(page, 'catalog.Product/2/')).toMatchObject({
      cost: null,
      description: null,
      weight: null,
      barcode: null,
      supplier: null,
    });
  });

  it('sends no value that was not changed, in any model', async () => {
    await using staff = await at('');
    const { page } = staff;
    // Only the hash changes: to load the dashboard for each of the models took 18 seconds.
    staff.expectMessage(/manually changes the URL/);
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (['PATCH', 'POST'].includes(request.method())) bodies.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    const { models } = (await page.evaluate(async () => (await fetch('/api/schema/')).json())) as any;
    const editable = models.filter(({ permissions }: any) => permissions.change && permissions.view);
    expect(editable.length).toBeGreaterThan(15);
    for (const { model } of editable) {
      const [row] = (await ask(page, `${model}/?page_size=1`)).results;
      if (!row) continue;
      await page.goto(`${origin()}/#/${model}/${encodeURIComponent(row.pk ?? row.id)}`);
      await button(page, 'Save').waitFor();
      const saved = page.waitForURL(new RegExp(`#/${model.replace('.', '\\.')}(\\?.*)?$`));
      await button(page, 'Save').click();
      await saved;
    }
    expect(bodies.filter((body) => !body.endsWith(' {}'))).toEqual([]);
    expect(bodies.length).toBeGreaterThan(15);
  });

  it('saves once where the button is clicked twice', async () => {
    await using staff = await at('#/catalog.Tag/create');
    const { page } = staff;
    await page.getByRole('textbox', { name: 'Name' }).fill('Only once');
    await button(page, 'Save').dblclick();
    await page.getByText('The tag is made.').waitFor();
    expect((await ask(page, 'catalog.Tag/?name=Only once')).count).toBe(1);
  });

  it('does not write over a line that another user changed', async () => {
    await using staff = await at('#/sales.Order/12');
    const { page } = staff;
    const line = page.getByRole('region', { name: 'Order lines' }).getByRole('group').first();
    await line.getByLabel('Quantity').fill('50');
    const [first] = (await ask(page, 'sales.OrderLine/?order=12&ordering=pk')).results;
    await change(page, 'PATCH', `sales.OrderLine/${first.pk}/`, { quantity: 8 });
    await button(page, 'Save').click();
    await page.getByText(/The order line .* has been changed since you opened this page/).waitFor();
    expect((await ask(page, `sales.OrderLine/${first.pk}/`)).quantity).toBe(8);
    expect(await line.getByLabel('Quantity').inputValue()).toBe('50');
  });

  it('shows the newer change where a row changes twice while the user chooses', async () => {
    await using staff = await at('#/sales.Order/13');
    const { page } = staff;
    await page.getByLabel('Handling time').fill('PT5H');
    await change(page, 'PATCH', 'sales.Order/13/', { note: 'First' });
    staff.expectMessage(/412/);
    await button(page, 'Save').click();
    await page.getByRole('radio', { name: 'Note: theirs' }).waitFor();
    await change(page, 'PATCH', 'sales.Order/13/', { note: 'Second' });
    await button(page, 'Save what I chose').click();
    await expect.poll(() => page.getByRole('row', { name: /Note/ }).innerText()).toContain('Second');
    expect(await page.getByRole('radio', { name: 'Note: theirs' }).isChecked()).toBe(true);
    await button(page, 'Save what I chose').click();
    await page.getByText('The order is saved.').waitFor();
    expect(await ask(page, 'sales.Order/13/')).toMatchObject({ note: 'Second', handlingTime: 'PT5H' });
  });

  it('takes JSON as it is written, key by key', async () => {
    await using staff = await at('#/catalog.Product/3');
    const { page } = staff;
    const json = page.getByRole('textbox', { name: 'Attributes' });
    await button(page, 'As JSON').click();
    await written(json, '');
    await json.pressSequentially('{"target": "_blank", "price": 1.05}');
    expect(await json.innerText()).toBe('{"target": "_blank", "price": 1.05}');
    await button(page, 'Save').click();
    await page.getByText('The product is saved.').waitFor();
    expect((await ask(page, 'catalog.Product/3/')).attributes).toEqual({ target: '_blank', price: 1.05 });
    await staff.open('#/catalog.Product/3');
    await button(page, 'As JSON').click();
    await written(json, '{"id": 12345678901234567890}');
    await button(page, 'Save').click();
    await page.getByText('The product is saved.').waitFor();
    // A number that JavaScript would round is kept as it is written.
    await staff.open('#/catalog.Product/3');
    await button(page, 'As JSON').click();
    await expect.poll(() => json.innerText()).toContain('12345678901234567890');
  });

  it('keeps tags that the user can not see', async () => {
    await using staff = await at('#/catalog.Product/4');
    const { page } = staff;
    const { results: tags } = await ask(page, 'catalog.Tag/?page_size=3&ordering=pk');
    const keys = tags.map(({ id }: { id: number }) => id);
    await change(page, 'PATCH', 'catalog.Product/4/', { tags: keys.slice(0, 2) });
    // As if the second was out of reach.
    await page.route('**/api/r/catalog.Tag/?*pk=*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { count: number; results: { id: number }[] };
      await route.fulfill({ response, json: { ...body, results: body.results.filter(({ id }) => id !== keys[1]) } });
    });
    await staff.open('#/catalog.Product/4');
    await page.getByRole('button', { name: tags[0]._label, exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Tags' }).fill(tags[2]._label);
    await page.getByRole('option', { name: tags[2]._label, exact: true }).click();
    await button(page, 'Save').click();
    await page.getByText('The product is saved.').waitFor();
    expect(new Set((await ask(page, 'catalog.Product/4/')).tags)).toEqual(new Set(keys));
  });

  it('offers no input for the parts of a key', async () => {
    await using staff = await at('#/sales.Order/14');
    const { page } = staff;
    const line = page.getByRole('region', { name: 'Order lines' }).getByRole('group').first();
    await line.getByLabel('Quantity').waitFor();
    expect(await line.getByRole('textbox', { name: 'Position' }).count()).toBe(0);
    expect(await line.getByText('Position').count()).toBe(1);
    const [{ pk }] = (await ask(page, 'sales.OrderLine/?order=14&ordering=pk')).results;
    await staff.open(`#/sales.OrderLine/${pk}`);
    await page.getByLabel('Quantity').waitFor();
    expect(await page.getByRole('combobox', { name: 'Order' }).count()).toBe(0);
  });

  it('begins a new line empty after another line was removed', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const [{ customer }] = (await ask(page, 'crm.Address/?page_size=1')).results;
    await staff.open(`#/crm.Customer/${customer}`);
    const addresses = page.getByRole('region', { name: 'Addresses' });
    await addresses.getByRole('button', { name: 'Remove address 1' }).click();
    // The focus is then on the button that adds a line.
    await page.keyboard.press('Enter');
    const line = addresses.getByRole('group').last();
    for (const name of ['Street', 'Postal code', 'City', 'Country'])
      expect([name, await line.getByLabel(name).inputValue()]).toEqual([name, '']);
    await button(page, 'Save').click();
    await line.getByText('Required').first().waitFor();
  });

  it('takes no input while it saves', async () => {
    await using staff = await at('#/sales.Order/16');
    const { page } = staff;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/r/sales.Order/16/', async (route) => {
      if (route.request().method() === 'PATCH') await answered;
      await route.continue();
    });
    await page.getByLabel('Note').fill('First');
    await button(page, 'Save and continue editing').click();
    await page.locator('[inert]').waitFor({ state: 'attached' });
    answer();
    await page.getByText('The order is saved.').waitFor();
    await page.locator('[inert]').waitFor({ state: 'detached' });
    await page.getByLabel('Note').fill('Second');
    await button(page, 'Save').click();
    await page.waitForURL(/#\/sales.Order$/);
    expect((await ask(page, 'sales.Order/16/')).note).toBe('Second');
  });

  it('says which line an error is of', async () => {
    await using staff = await at('#/sales.Order/19');
    const { page } = staff;
    const lines = page.getByRole('region', { name: 'Order lines' });
    await lines.getByRole('group').first().waitFor();
    const count = await lines.getByRole('group').count();
    await lines.getByRole('button', { name: 'Add order line' }).click();
    const line = lines.getByRole('group').last();
    await line.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option').first().click();
    // More than the column holds.
    await line.getByLabel('Quantity').fill('99999');
    await line.getByLabel('Unit price').fill('1.00');
    staff.expectMessage(/400/);
    await button(page, 'Save').click();
    await lines
      .getByRole('group', { name: `Order line ${count + 1}` })
      .getByText(/32767/)
      .waitFor();
  });
});
