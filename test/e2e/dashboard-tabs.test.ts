/** One person, several tabs of one browser. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';

describe('the dashboard in several tabs', () => {
  const { at, origin } = shopDashboard(60);
  const noteOf = async (page: Page, order: number): Promise<unknown> => (await ask(page, `sales.Order/${order}/`)).note;
  const save = async (page: Page, order: number, note: string): Promise<void> => {
    await page.getByLabel('Note').fill(note);
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await expect.poll(() => noteOf(page, order)).toBe(note);
    await page.locator('[inert]').waitFor({ state: 'detached' });
  };

  it('saves in each of them, however often, whichever was opened last', async () => {
    await using staff = await at('#/sales.Order/14');
    const first = staff.page;
    const second = await staff.context.newPage();
    await second.goto(`${origin()}/#/sales.Order/15`);
    await second.getByLabel('Note').waitFor();
    for (const round of ['one', 'two'])
      for (const [page, order] of [
        [first, 14],
        [second, 15],
      ] as const)
        await save(page, order, `${round} of ${order}`);
  });

  it('saves in a tab whose session was replaced in another', async () => {
    await using staff = await at('#/sales.Order/16');
    const { page } = staff;
    const signedIn = await staff.context.request.post(`${origin()}/api/auth/login/`, {
      data: { username: 'admin', password: 'admin', session: true },
    });
    expect(signedIn.status()).toBe(200);
    for (const note of ['first', 'second']) await save(page, 16, note);
  });

  it('keeps what was typed where another user has signed in in another tab, and saves nothing in their name', async () => {
    await using staff = await at('#/sales.Order/18');
    const { page } = staff;
    const signIn = async (username: string): Promise<void> => {
      const answer = await staff.context.request.post(`${origin()}/api/auth/login/`, {
        data: { username, password: username, session: true },
      });
      expect(answer.status()).toBe(200);
    };
    await page.getByLabel('Note').fill('Typed by Ada');
    await signIn('nils');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'You are now signed in as Nils Åkesson' });
    await dialog.getByText('Nothing was saved.').waitFor();
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Note').inputValue()).toBe('Typed by Ada');
    expect(await page.getByRole('button', { name: 'Ada Ministrator' }).count()).toBe(1);
    // The first user is back: what was typed is saved, and by them.
    await signIn('admin');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The order is saved.').waitFor();
    expect(await noteOf(page, 18)).toBe('Typed by Ada');
    await page.locator('[inert]').waitFor({ state: 'detached' });
    // Or the other one goes on, without it, and may not see the order.
    staff.expectMessage(/404/);
    await page.getByLabel('Note').fill('Typed again');
    await signIn('nils');
    await page.evaluate('void dispatchEvent(new Event("focus"))');
    await dialog.getByRole('button', { name: 'Go on as Nils Åkesson' }).click();
    await page.getByRole('button', { name: 'Nils Åkesson' }).waitFor();
    await signIn('admin');
    expect(await noteOf(page, 18)).toBe('Typed by Ada');
  });

  it('goes on saving after signing in again over an expired page', async () => {
    await using staff = await at('#/sales.Order/17');
    const { page } = staff;
    staff.expectMessage(/401/);
    await page.getByLabel('Note').fill('over the expired page');
    await staff.context.clearCookies({ name: 'sessionid' });
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await staff.signIn('admin');
    await page.getByText('The order is saved.').waitFor();
    expect(await noteOf(page, 17)).toBe('over the expired page');
    await page.locator('[inert]').waitFor({ state: 'detached' });
    for (const note of ['later', 'later still']) await save(page, 17, note);
  });
});
