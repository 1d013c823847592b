import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask, change } from '../support/page-requests.ts';
import { answer } from '../support/questions.ts';
import { menuLink } from '../support/menu.ts';

/** What the browser keeps of forms. */
async function drafts(page: Page): Promise<string> {
  const kept = await page.evaluate<string>(`Object.entries(localStorage).filter(([name]) => name.includes('draft.')).map(String).join()`);
  // A draft is a text of JSON in the JSON of the store.
  return kept.replaceAll('\\', '');
}

/** Loads the page again, as after a crash: what is entered is not saved. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (question) => void question.accept());
  await page.reload();
}

describe('the dashboard: what was entered and not saved', () => {
  const { at } = shopDashboard(300);
  const found = /What you entered here .* was not saved/;

  it('is offered again after a crash, to the same person at the same row, and is gone once it is saved', async () => {
    await using staff = await at('#/sales.Order/80');
    const { page, context } = staff;
    await page.getByLabel('Note').fill('Before the crash');
    await page.getByRole('region', { name: 'Order lines' }).getByLabel('Quantity').first().fill('77');
    await expect.poll(() => drafts(page)).toContain('77');
    // As after a crash: the form was never left.
    const again = await context.newPage();
    await again.goto(page.url());
    await again.getByText(found).waitFor();
    expect(await again.getByLabel('Note').inputValue()).not.toBe('Before the crash');
    await again.getByRole('button', { name: 'Restore it' }).click();
    expect(await again.getByLabel('Note').inputValue()).toBe('Before the crash');
    await again.getByText('2 changes not saved').waitFor();
    await again.getByRole('button', { name: 'Save and continue editing' }).click();
    await again.getByText('The order is saved.').waitFor();
    expect(await ask(again, 'sales.Order/80/')).toMatchObject({ note: 'Before the crash' });
    expect((await ask(again, 'sales.OrderLine/?order=80&ordering=pk')).results[0].quantity).toBe(77);
    await expect.poll(() => drafts(again)).toBe('');
  });

  it('is shown and not restored where the row has been changed since', async () => {
    await using staff = await at('#/sales.Order/81');
    const { page } = staff;
    await page.getByLabel('Note').fill('Mine');
    await page.getByRole('region', { name: 'Order lines' }).getByLabel('Quantity').first().fill('78');
    await expect.poll(() => drafts(page)).toContain('78');
    const { results: lines } = await ask(page, 'sales.OrderLine/?order=81&ordering=pk');
    await change(page, 'PATCH', 'sales.Order/81/', { note: 'Of somebody else' });
    await change(page, 'PATCH', `sales.OrderLine/${lines[0].id}/`, { unitPrice: '3.21' });
    await reload(page);
    await page.getByText('The row has been changed since.').waitFor();
    await page.getByText('Note: Mine').waitFor();
    // Another user has changed the price: it is not listed.
    await page.getByRole('listitem').getByText('Order line 1: Quantity: 78', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Restore it' }).count()).toBe(0);
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Throw it away' }).click();
    expect(await page.getByLabel('Note').inputValue()).toBe('Of somebody else');
    expect(await drafts(page)).toBe('');
  });

  it('holds no secret, is not for the next person, and ends with the session', async () => {
    await using staff = await at('#/auth.User/2');
    const { page } = staff;
    await page.getByLabel('First name').fill('Draft');
    await page.getByLabel('Password', { exact: true }).fill('a very secret word');
    await expect.poll(() => drafts(page)).toContain('Draft');
    expect(await drafts(page)).not.toContain('secret word');
    expect(await drafts(page)).toContain('["/api/","1","auth.User","2"]');
    // What the page still asked for when the session ended.
    staff.expectMessage(/401/);
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await answer(page, 'Sign out without saving');
    await page.getByLabel('User name').waitFor();
    expect(await drafts(page)).toBe('');
  });

  it('is gone once it is discarded, or left behind on purpose', async () => {
    await using staff = await at('#/sales.Order/82');
    const { page } = staff;
    await page.getByLabel('Note').fill('Discarded');
    await expect.poll(() => drafts(page)).toContain('Discarded');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => drafts(page)).toBe('');
    await page.getByLabel('Note').fill('Left');
    await expect.poll(() => drafts(page)).toContain('Left');
    await menuLink(page, 'Customers').click();
    await answer(page, 'Leave without saving');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    expect(await drafts(page)).toBe('');
  });

  it('has the lines of a new row', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    const lines = page.getByRole('region', { name: 'Order lines' });
    await page.getByRole('button', { name: 'Add order line' }).click();
    await lines.getByLabel('Quantity').fill('3');
    await expect.poll(() => drafts(page)).toContain('"quantity":"3"');
    await reload(page);
    await page.getByRole('button', { name: 'Restore it' }).click();
    await expect.poll(() => lines.getByLabel('Quantity').inputValue()).toBe('3');
    expect(await drafts(page)).toContain('"quantity":"3"');
    await page.getByRole('button', { name: 'Add order line' }).click();
    await expect.poll(() => lines.getByLabel('Quantity').count()).toBe(2);
  });

  it('is offered until it is answered, also beside what is entered then', async () => {
    await using staff = await at('#/sales.Order/83');
    const { page } = staff;
    const quantity = page.getByRole('region', { name: 'Order lines' }).getByLabel('Quantity').first();
    await page.getByLabel('Note').fill('Of the first time');
    await expect.poll(() => drafts(page)).toContain('Of the first time');
    await reload(page);
    await page.getByText(found).waitFor();
    await menuLink(page, 'Customers').click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.goBack();
    await page.getByText(found).waitFor();
    await quantity.fill('66');
    await expect.poll(() => drafts(page)).toContain('"66"');
    await page.getByText(found).waitFor();
    await reload(page);
    await page.getByText(found).waitFor();
    await quantity.fill('55');
    await expect.poll(() => drafts(page)).toContain('"55"');
    await page.getByRole('button', { name: 'Restore it' }).click();
    expect([await page.getByLabel('Note').inputValue(), await quantity.inputValue()]).toEqual(['Of the first time', '55']);
    await expect.poll(() => drafts(page)).toContain('Of the first time');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => drafts(page)).toBe('');
  });

  it('is as it was found after something else was entered and given up', async () => {
    await using staff = await at('#/sales.Order/84');
    const { page } = staff;
    await page.getByLabel('Note').fill('Found');
    await expect.poll(() => drafts(page)).toContain('Found');
    await reload(page);
    await page.getByText(found).waitFor();
    await page.getByRole('region', { name: 'Order lines' }).getByLabel('Quantity').first().fill('66');
    await expect.poll(() => drafts(page)).toContain('"66"');
    await menuLink(page, 'Customers').click();
    await answer(page, 'Leave without saving');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    expect(await drafts(page)).toContain('Found');
    expect(await drafts(page)).not.toContain('"66"');
    await page.goBack();
    await page.getByRole('button', { name: 'Throw it away' }).click();
    expect(await drafts(page)).toBe('');
  });

  it('of another tab is left alone by a tab that enters nothing', async () => {
    await using staff = await at('#/sales.Order/85');
    const { page, context } = staff;
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel('Note').waitFor();
    await page.getByLabel('Note').fill('Still entering');
    await expect.poll(() => drafts(page)).toContain('Still entering');
    await menuLink(other, 'Customers').click();
    await other.getByRole('heading', { name: 'Customers' }).waitFor();
    expect(await drafts(page)).toContain('Still entering');
  });

  it('does not come back with the session that it ended with, where it was still offered', async () => {
    await using staff = await at('#/sales.Order/86');
    const { page } = staff;
    // What the page still asked for when the session ended.
    staff.expectMessage(/401/);
    await page.getByLabel('Note').fill('Found');
    await expect.poll(() => drafts(page)).toContain('Found');
    await reload(page);
    await page.getByText(found).waitFor();
    await page.getByRole('region', { name: 'Order lines' }).getByLabel('Quantity').first().fill('66');
    await expect.poll(() => drafts(page)).toContain('"66"');
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await answer(page, 'Sign out without saving');
    await page.getByLabel('User name').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await drafts(page)).toBe('');
  });
});
