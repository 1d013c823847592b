import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask, button } from '../support/page-requests.ts';
import { answer } from '../support/questions.ts';
import { menuLink } from '../support/menu.ts';

describe('a session of the dashboard that ends or changes while a form is open', () => {
  const { at, origin } = shopDashboard(150);

  it('keeps what was filled in, and saves it after signing in again', async () => {
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
    await page.getByRole('button', { name: 'Nils Åkesson' }).waitFor();
    await using admin = await at('');
    expect((await ask(admin.page, 'sales.Order/15/')).note).toBe(before);
  });

  it('asks before a logout discards what was filled in', async () => {
    await using staff = await at('#/sales.Order/11');
    const { page } = staff;
    await page.getByLabel('Note').fill('Half');
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await answer(page, 'Keep editing');
    expect(await page.getByLabel('Note').inputValue()).toBe('Half');
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
    // Not by the mouse: what the page loads by itself may have opened the dialog over the menu.
    await page.locator('a[href="#/sales.Coupon"]').dispatchEvent('click');
    await page.getByRole('dialog', { name: 'Your session has ended' }).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/#\/login/);
    await staff.signIn('admin');
    await menuLink(page, 'Home').waitFor();
  });

  it('writes nothing in the name of a user who signed in in another window', async () => {
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
    await page.getByRole('button', { name: 'Clara Lefèvre' }).waitFor();
    expect((await ask(page, 'sales.Order/18/')).note).toBe(before);
  });
});
