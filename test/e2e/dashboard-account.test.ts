import { createServer } from 'node:http';
import { type StaffDirectory, toNodeHandler } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { type StaffPage, staffPage } from '../support/staff-page.ts';
import { menuLink } from '../support/menu.ts';

describe('the dashboard: who is there, and the first page', () => {
  const { browser, origin } = shopDashboard(200);
  const newPage = (): Promise<StaffPage> => staffPage(browser(), { at: `${origin()}/` });

  it('asks who one is, says when that is not right, and lets in and out', async () => {
    await using staff = await newPage();
    const { page } = staff;
    await staff.open('');
    staff.expectMessage(/401/);
    await staff.signIn('admin', 'wrong');
    await page.getByText('No active staff account with these credentials.').waitFor();
    await staff.signIn('admin');
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect((await staff.context.cookies()).map(({ name }) => name)).not.toContain('sessionid');
    await staff.open('#/sales.Order');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('says so where one could not be signed out, and stays', async () => {
    await using staff = await newPage();
    const { page } = staff;
    await staff.open('#/sales.Order');
    await staff.signIn('admin');
    const row = page.getByRole('cell', { name: /^SO-/ }).first();
    await row.waitFor();
    staff.expectMessage(/Failed to load resource/);
    await page.route('**/auth/logout/', (route) => route.abort());
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alert').waitFor();
    await row.waitFor();
    await page.unroute('**/auth/logout/');
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('comes back to where one was when a session has ended', async () => {
    await using staff = await newPage();
    const { page } = staff;
    await staff.open('#/catalog.Product');
    await staff.signIn('admin');
    await page
      .getByRole('cell', { name: /^[A-Z]{3}-\d+$/ })
      .first()
      .waitFor();
    await staff.context.clearCookies({ name: 'sessionid' });
    staff.expectMessage(/401/);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await staff.signIn('admin');
    await page
      .getByRole('cell', { name: /^[A-Z]{3}-\d+$/ })
      .first()
      .waitFor();
    expect(page.url()).toContain('/catalog.Product');
  });

  it('shows the next person nothing of the one before', async () => {
    await using staff = await newPage();
    const { page } = staff;
    await staff.open('');
    await staff.signIn('admin');
    await menuLink(page, 'Orders').waitFor();
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await staff.signIn('vera');
    await menuLink(page, 'Products').waitFor();
    expect(await menuLink(page, 'Orders').count()).toBe(0);
    // The dashboard of Sales is for other groups.
    await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['Stock', 'Overview']);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Model counts' }).waitFor();
    // Stats, trend and activity need a permission that Věra has not.
    expect(await page.getByRole('heading', { name: 'Stats' }).count()).toBe(0);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Products/ })
      .click();
    await page
      .getByRole('cell', { name: /^[A-Z]{3}-\d+$/ })
      .first()
      .waitFor();
  });

  it('changes a password, and says what is wrong with one', async () => {
    await using staff = await newPage();
    const { page } = staff;
    await staff.open('');
    await staff.signIn('clara');
    await page.getByRole('button', { name: 'Clara Lefèvre' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    staff.expectMessage(/400/);
    await page.getByLabel('Current password').fill('not mine');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.locator('.Mui-error').first().waitFor();
    await page.getByLabel('Current password').fill('clara');
    await page.getByLabel('New password').fill('a much better one');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await using again = await newPage();
    await again.open('');
    await again.signIn('clara', 'a much better one');
    await menuLink(again.page, 'Orders').waitFor();
  });

  it('knows the staff of a host by the sessions of the host', async () => {
    const staffDirectory: StaffDirectory = {
      async authenticate(request) {
        const name = /(?:^|; )host=(\w+)/.exec(request.header('cookie') ?? '')?.[1];
        return name === undefined
          ? null
          : { id: name, username: name, isSuperuser: name === 'ann', ...(name === 'cy' ? { isStaff: false } : {}) };
      },
    };
    const library = await startLibrary({ dialect: 'sqlite', books: makeBooks(2), settings: { staffDirectory } });
    const server = createServer(toNodeHandler(library.admin.withDashboard({ signInUrl: '/own/sign-in' })));
    const site = `http://127.0.0.1:${await listenAtFreePort(server)}`;
    try {
      await using staff = await staffPage(browser(), { at: `${site}/` });
      staff.expectMessage(/401/);
      await staff.open('#/lib.Book');
      await staff.page.getByText('You are not signed in').waitFor();
      expect(await staff.page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/own/sign-in');
      await staff.context.addCookies([{ name: 'host', value: 'cy', url: site }]);
      staff.expectMessage(/403/);
      await staff.open('#/lib.Book');
      await staff.page.getByText('You are signed in, but your account is not one of staff.').waitFor();
      await staff.context.addCookies([{ name: 'host', value: 'ann', url: site }]);
      await staff.open('#/lib.Book');
      await staff.page.locator('tbody .dash-tick').first().waitFor();
      await staff.page.getByRole('button', { name: 'ann' }).click();
      await staff.page.getByRole('menuitem', { name: 'Profile' }).waitFor();
      expect(await staff.page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0);
    } finally {
      server.closeAllConnections();
      server.close();
      await library.close();
    }
  });
});
