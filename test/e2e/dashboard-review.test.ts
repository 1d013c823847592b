/** What two reviews of the dashboard found, in a browser. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';

describe('the dashboard, found by review', () => {
  const { at, origin } = shopDashboard(150);
  const ask = (page: Page, path: string): Promise<any> => page.evaluate(async (asked) => (await fetch(asked)).json(), `/api/r/${path}`);
  /** Writes behind the back of whoever looks at the page. */
  const change = (page: Page, method: string, path: string, body: object): Promise<any> =>
    page.evaluate(
      async (request) => {
        const { document } = globalThis as unknown as { document: { cookie: string } };
        const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
        const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
        const answer = await fetch(request.path, { method: request.method, headers, body: JSON.stringify(request.body) });
        return answer.json();
      },
      { method, path: `/api/r/${path}`, body },
    );
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

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

  it('changes nothing of what nobody touched, in any model', async () => {
    await using staff = await at('');
    const { page } = staff;
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
      await staff.open(`#/${model}/${encodeURIComponent(row.pk ?? row.id)}`);
      await button(page, 'Save').waitFor();
      const saved = page.waitForURL(new RegExp(`#/${model.replace('.', '\\.')}(\\?.*)?$`));
      await button(page, 'Save').click();
      await saved;
    }
    expect(bodies.filter((body) => !body.endsWith(' {}'))).toEqual([]);
    expect(bodies.length).toBeGreaterThan(15);
  });

  it('saves once, however often one clicks', async () => {
    await using staff = await at('#/catalog.Tag/create');
    const { page } = staff;
    await page.getByRole('textbox', { name: 'Name' }).fill('Only once');
    await button(page, 'Save').dblclick();
    await page.getByText('The tag is made.').waitFor();
    expect((await ask(page, 'catalog.Tag/?name=Only once')).count).toBe(1);
  });

  it('goes on after signing in again, with what was filled in', async () => {
    await using staff = await at('#/sales.Order/10');
    const { page } = staff;
    await page.getByLabel('Note').fill('Written as the session ended');
    await staff.context.clearCookies({ name: 'sessionid' });
    staff.expectMessage(/401/);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('User name').fill('admin');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('No active staff account').waitFor();
    await dialog.getByRole('textbox', { name: 'Password' }).fill('admin');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The order is saved.').waitFor();
    expect((await ask(page, 'sales.Order/10/')).note).toBe('Written as the session ended');
  });

  it('sends nothing in the name of another person who signs in', async () => {
    await using staff = await at('#/sales.Order/15');
    const { page } = staff;
    const before = (await ask(page, 'sales.Order/15/')).note;
    await page.getByLabel('Note').fill('Not by Nils');
    await staff.context.clearCookies({ name: 'sessionid' });
    // The order is out of the reach of Nils.
    staff.expectMessage(/401|404/);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('User name').fill('nils');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('nils');
    page.once('dialog', (guard) => void guard.accept());
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await button(page, 'Nils Åkesson').waitFor();
    await using admin = await at('');
    expect((await ask(admin.page, 'sales.Order/15/')).note).toBe(before);
  });

  it('asks before signing out loses what was filled in', async () => {
    await using staff = await at('#/sales.Order/11');
    const { page } = staff;
    await page.getByLabel('Note').fill('Half');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await button(page, 'Ada Ministrator').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect.poll(() => asked).toHaveLength(1);
    expect(await page.getByLabel('Note').inputValue()).toBe('Half');
  });

  it('never writes over a line that somebody else changed', async () => {
    await using staff = await at('#/sales.Order/12');
    const { page } = staff;
    const line = page.getByRole('region', { name: 'Order lines' }).getByRole('group').first();
    await line.getByLabel('Quantity').fill('50');
    const [first] = (await ask(page, 'sales.OrderLine/?order=12&ordering=pk')).results;
    await change(page, 'PATCH', `sales.OrderLine/${first.pk}/`, { quantity: 8 });
    await button(page, 'Save').click();
    await page.getByText(/Somebody else changed order line .* meanwhile/).waitFor();
    expect((await ask(page, `sales.OrderLine/${first.pk}/`)).quantity).toBe(8);
    expect(await line.getByLabel('Quantity').inputValue()).toBe('50');
  });

  it('keeps the newer change when a row changes twice while one chooses', async () => {
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
    await json.fill('');
    await json.pressSequentially('{"target": "_blank", "price": 1.05}');
    expect(await json.inputValue()).toBe('{"target": "_blank", "price": 1.05}');
    await button(page, 'Save').click();
    await page.getByText('The product is saved.').waitFor();
    expect((await ask(page, 'catalog.Product/3/')).attributes).toEqual({ target: '_blank', price: 1.05 });
    await staff.open('#/catalog.Product/3');
    await json.fill('{"id": 12345678901234567890}');
    await page.getByText('too large to be written here exactly').waitFor();
  });

  it('lets a date be typed into a filter, and a wrong number not at all', async () => {
    await using staff = await at(`#/sales.Order?displayedFilters=${encodeURIComponent('{"placedAt__gte":true,"total__gte":true}')}`);
    const { page } = staff;
    await page.getByLabel('Placed at from').focus();
    await page.keyboard.type('02022026');
    expect(await page.getByLabel('Placed at from').inputValue()).toBe('2026-02-02');
    await page.getByLabel('Total ≥').focus();
    await page.keyboard.type('abc12');
    expect(await page.getByLabel('Total ≥').inputValue()).toBe('12');
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });

  it('empties a field of many rows only when that is said', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    await page.getByLabel('Select this row').nth(0).click();
    await page.getByLabel('Select this row').nth(1).click();
    await button(page, 'Edit').click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Company' }).click();
    await button(page, 'Change 2 customers').click();
    await page.getByText('Fill it in, or tick that it is to be empty.').waitFor();
    await page.getByRole('checkbox', { name: 'No company' }).click();
    await button(page, 'Change 2 customers').click();
    await page.getByText('2 customers: company is changed.').waitFor();
  });

  it('forgets what was ticked under other filters', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByLabel('Select this row').first().click();
    await page.getByText('1 selected').waitFor();
    await staff.open(`#/sales.Order?filter=${encodeURIComponent('{"status":["completed"]}')}`);
    await page.getByRole('cell', { name: 'Completed' }).first().waitFor();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'hidden' });
  });

  it('keeps tags that its person can not see', async () => {
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
    await page.getByRole('button', { name: tags[0]._label }).waitFor();
    await page.getByRole('combobox', { name: 'Tags' }).fill(tags[2]._label);
    await page.getByRole('option', { name: tags[2]._label, exact: true }).click();
    await button(page, 'Save').click();
    await page.getByText('The product is saved.').waitFor();
    expect(new Set((await ask(page, 'catalog.Product/4/')).tags)).toEqual(new Set(keys));
  });

  it('leaves the list, not the page, to be scrolled sideways', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    await page.getByRole('cell').nth(5).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
    await button(page, 'Send push').click();
  });

  it('shows the parts of a key as what can not be changed', async () => {
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

  it('begins a new line empty, whatever line was taken out', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const [{ customer }] = (await ask(page, 'crm.Address/?page_size=1')).results;
    await staff.open(`#/crm.Customer/${customer}`);
    const addresses = page.getByRole('region', { name: 'Addresses' });
    await addresses.getByRole('button', { name: 'Remove address 1' }).click();
    // Whoever works by keys stands where one adds a line.
    await page.keyboard.press('Enter');
    const line = addresses.getByRole('group').last();
    for (const name of ['Street', 'Postal code', 'City', 'Country'])
      expect([name, await line.getByLabel(name).inputValue()]).toEqual([name, '']);
    await button(page, 'Save').click();
    await line.getByText('Required').first().waitFor();
  });

  it('lets nobody write into what is being saved', async () => {
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

  it('saves after signing in again although both cookies were gone, and leaves when that is wanted', async () => {
    await using staff = await at('#/sales.Order/17');
    const { page } = staff;
    staff.expectMessage(/401/);
    await page.getByLabel('Note').fill('No cookie left');
    await staff.context.clearCookies();
    await button(page, 'Save').click();
    await staff.signIn('admin');
    await page.getByText('The order is saved.').waitFor();
    expect((await ask(page, 'sales.Order/17/')).note).toBe('No cookie left');
    await staff.context.clearCookies({ name: 'sessionid' });
    // Not by the menu: what the page loads by itself may have opened the dialog over it.
    await page.evaluate("location.hash = '#/sales.Coupon'");
    await page.getByRole('dialog', { name: 'Your session has ended' }).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/#\/login/);
    await staff.signIn('admin');
    await page.getByRole('menuitem', { name: 'Home' }).waitFor();
  });

  it('writes nothing in the name of who signed in in another window', async () => {
    await using staff = await at('#/sales.Order/18');
    const { page } = staff;
    const before = (await ask(page, 'sales.Order/18/')).note;
    await page.getByLabel('Note').fill('By admin');
    // Another window of the same browser: its cookies are this one's.
    const signedIn = await staff.context.request.post(`${origin()}/api/auth/login/`, {
      data: { username: 'clara', password: 'clara', session: true },
    });
    expect(signedIn.status()).toBe(200);
    await button(page, 'Save').click();
    await page.getByRole('dialog', { name: 'You are now signed in as Clara Lefèvre' }).waitFor();
    await button(page, 'Go on as Clara Lefèvre').click();
    await button(page, 'Clara Lefèvre').waitFor();
    expect((await ask(page, 'sales.Order/18/')).note).toBe(before);
  });

  it('says of which line it speaks', async () => {
    await using staff = await at('#/sales.Order/19');
    const { page } = staff;
    const lines = page.getByRole('region', { name: 'Order lines' });
    await lines.getByRole('group').first().waitFor();
    const count = await lines.getByRole('group').count();
    await lines.getByRole('button', { name: 'Add order line' }).click();
    const line = lines.getByRole('group').last();
    await line.getByLabel('Position').fill('1');
    await line.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option').first().click();
    await line.getByLabel('Quantity').fill('1');
    await line.getByLabel('Unit price').fill('1.00');
    staff.expectMessage(/400/);
    await button(page, 'Save').click();
    await lines
      .getByRole('group', { name: `Order line ${count + 1}` })
      .getByText(/unique/)
      .waitFor();
  });
});
