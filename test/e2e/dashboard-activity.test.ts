/** What happened to a row last, beside its form; and who the people are. */
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { change } from '../support/page-requests.ts';

describe('the dashboard: activity and people', () => {
  const { at } = shopDashboard(60);

  it('a row says who changed what of it last, and leads to its history', async () => {
    await using staff = await at('');
    const { page } = staff;
    await change(page, 'PATCH', 'sales.Order/20/', { status: 'shipped' });
    await change(page, 'PATCH', 'sales.Order/20/', { status: 'refunded' });
    await change(page, 'PATCH', 'sales.Order/20/', { note: 'Ring twice.', isGift: true });
    await change(page, 'POST', 'sales.Order/action/refund/', { ids: [20], params: { reason: 'Broken' } });
    await staff.open('#/sales.Order/20?tab=details');
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText('admin changed status: On its way → Refunded').waitFor();
    await activity.getByText(/^admin changed (note and is gift|is gift and note)/).waitFor();
    await activity.getByText('admin ran “Refund” · failed').waitFor();
    expect(await activity.getByRole('listitem').count()).toBe(4);
    expect(await staff.barriers()).toEqual([]);
    await page.getByLabel('Note').fill('Ring once.');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await activity.getByText('admin changed note: Ring twice. → Ring once.').waitFor();
    await activity.getByRole('link', { name: 'All 5' }).click();
    await page.getByRole('region', { name: 'History' }).getByRole('article').nth(4).waitFor();
    expect(await page.getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('tab', { name: 'Details' }).click();
    expect(await page.getByLabel('Note').inputValue()).toBe('Ring once.');
  });

  it('who may only view a row sees it too, without the fields that are hidden from them', async () => {
    await using staff = await at('');
    const { page } = staff;
    await change(page, 'PATCH', 'sales.Order/21/', { note: 'Fragile' });
    await change(page, 'PATCH', 'sales.Order/21/', { isGift: true });
    await using clara = await at('#/sales.Order/21', 'clara');
    await clara.page.getByRole('region', { name: 'Activity' }).getByText('admin changed is gift').waitFor();
    expect(await clara.barriers()).toEqual([]);
  });

  it('is asked for once it is in sight', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.setViewportSize({ width: 390, height: 700 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await staff.open('#/sales.Order/22');
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((address) => address.includes('/history/'))).toEqual([]);
    const answer = page.waitForResponse(/\/history\//);
    await page.getByRole('region', { name: 'Activity' }).scrollIntoViewIfNeeded();
    await answer;
    await page.getByText('No changes yet.').waitFor();
  });

  it('the account says what the user is', async () => {
    await using ada = await at('');
    await ada.page.getByRole('button', { name: 'Ada Ministrator' }).getByText('Superuser').waitFor();
    await ada.page.getByRole('button', { name: 'Close menu' }).click();
    await ada.page.getByText('Superuser').waitFor({ state: 'detached' });
    await ada.page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await ada.page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    expect(await ada.barriers()).toEqual([]);
    await using clara = await at('', 'clara');
    await clara.page.getByRole('button', { name: 'Clara Lefèvre' }).getByText('Support').waitFor();
  });

  it('people have initials on a color of their own, which screen readers do not read', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const cell = page.locator('tbody tr').first().locator('td').nth(2);
    const name = await cell.innerText();
    const letters = await cell.locator('.dash-avatar').getAttribute('data-letters');
    expect(letters?.charAt(0)).toBe(name.charAt(0).toUpperCase());
    await page.getByRole('cell', { name, exact: true }).first().waitFor();
    const color = (): Promise<string> => page.locator(`.dash-avatar[data-letters="${letters}"]`).first().evaluate(colorOf);
    const before = await color();
    await cell.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('header .dash-avatar').first().evaluate(colorOf)).toBe(before);
  });
});

/** Runs in the browser. */
function colorOf(element: unknown): string {
  const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } };
  return getComputedStyle(element).backgroundColor;
}
