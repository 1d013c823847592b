/** A host's own extension of the dashboard, built by its own Vite. */
import { describe, expect, it } from 'vitest';
import { review } from '../../examples/extended/review-model.ts';
import { reviewsSql } from '../../examples/extended/reviews.ts';
import { dashboardOf } from '../support/dashboard.ts';
import { builtExtension, exampleExtension } from '../support/extension.ts';
import { listening } from '../support/listening.ts';
import { ask } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import { type StaffPage, staffPage } from '../support/staff-page.ts';
import { serviceForAll } from '../support/started-service.ts';
import { menuLink } from '../support/menu.ts';

describe('the dashboard with the extension of the example', () => {
  const { service } = serviceForAll(() => startService({ dialect: 'sqlite', setup: reviewsSql, models: [review] }));
  const { at, browser, origin } = dashboardOf(async () => listening(service.admin, { extension: await builtExtension(exampleExtension) }));

  async function inLanguage(value: string): Promise<StaffPage> {
    const origins = [{ origin: origin(), localStorage: [{ name: 'grimoire.language', value }] }];
    const staff = await staffPage(browser(), { at: `${origin()}/`, storageState: { cookies: [], origins } });
    await staff.context.request.post(`${origin()}/api/auth/login/`, { data: { username: 'root', password, session: true } });
    await staff.open('');
    return staff;
  }

  it('shows a field by a cell of the host', async () => {
    await using staff = await at('#/shop.Review', 'root', password);
    await staff.page.getByRole('cell', { name: '4 of 5 stars' }).last().waitFor();
  });

  it('has a page of the host in its menu', async () => {
    await using staff = await at('', 'root', password);
    const { page } = staff;
    await menuLink(page, 'Poor reviews').click();
    await page.getByRole('heading', { name: 'Poor reviews', level: 1 }).waitFor();
    await page.getByText('Answer these today.').waitFor();
    const torn = page.getByRole('link', { name: 'The box was torn' });
    await torn.waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await torn.click();
    await page.getByRole('heading', { name: /The box was torn/ }).waitFor();
  });

  it('finds a page of the host by its title', async () => {
    await using staff = await at('', 'root', password);
    const { page } = staff;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).fill('poor rev');
    await page.getByRole('option', { name: 'Poor reviews Page' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Poor reviews', level: 1 }).waitFor();
  });

  it('takes a value by an input of the host', async () => {
    await using staff = await at('#/shop.Review/1', 'root', password);
    const { page } = staff;
    expect(await page.getByRole('group', { name: 'Stars' }).getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe(
      '1 of 5',
    );
    await page.getByRole('button', { name: '3 of 5' }).click();
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The review is saved.').waitFor();
    expect(await ask(page, 'shop.Review/1/')).toMatchObject({ stars: 3 });
  });

  it('writes with its client in a panel of a row, and reads the page again', async () => {
    await using staff = await at('#/shop.Review/3', 'root', password);
    const { page } = staff;
    const panel = page.getByRole('region', { name: 'Answer' });
    await panel.getByRole('button', { name: 'Mark as answered' }).click();
    await page.getByText('“The box was torn” is answered.').waitFor();
    await panel.getByText('This review is answered.').waitFor();
    expect(await ask(page, 'shop.Review/3/')).toMatchObject({ status: 'answered' });
  });

  it('has a tab of a row, a tool of a list and a card of the home page', async () => {
    await using staff = await at('#/shop.Review/2', 'root', password);
    const { page } = staff;
    await page.getByRole('tab', { name: 'Similar' }).click();
    await page.getByRole('cell', { name: 'Does what it should' }).last().waitFor();
    await staff.open('#/shop.Review');
    await page.getByRole('main').getByRole('link', { name: 'Poor reviews' }).waitFor();
    await staff.open('#/');
    await page
      .getByRole('region', { name: 'Open reviews' })
      .getByRole('link', { name: /^\d to answer$/ })
      .waitFor();
    expect(await staff.barriers()).toEqual([]);
  });

  it('speaks German, and a language that only the host has', async () => {
    await using german = await inLanguage('de');
    await menuLink(german.page, 'Schlechte Bewertungen').click();
    await german.page.getByRole('heading', { name: 'Schlechte Bewertungen', level: 1 }).waitFor();
    await using italian = await inLanguage('it');
    await menuLink(italian.page, 'Inizio').waitFor();
    await menuLink(italian.page, 'Recensioni scarse').waitFor();
    await italian.page
      .getByRole('button', { name: /Root|root/ })
      .first()
      .click();
    await italian.page.getByRole('menuitem', { name: 'Language' }).click();
    await italian.page.getByRole('menuitem', { name: 'italiano' }).waitFor();
  });

  it('has the colors of the host, and the kind that the extension gives a field', async () => {
    await using staff = await at('#/shop.Review', 'root', password);
    const { page } = staff;
    await page.locator('td em', { hasText: 'answered' }).first().waitFor();
    expect(await page.locator('body').evaluate((body) => (globalThis as any).getComputedStyle(body).backgroundColor)).toBe(
      'rgb(244, 241, 234)',
    );
    expect(await staff.barriers()).toEqual([]);
  });

  it('hides what a user may not see', async () => {
    await service.user({ username: 'visitor' });
    await using staff = await at('#/pages/poor-reviews', 'visitor', password);
    await staff.page.getByText('You do not have permission for this.').waitFor();
    expect(await menuLink(staff.page, 'Poor reviews').count()).toBe(0);
    await staff.open('#/');
    expect(await staff.page.getByRole('region', { name: 'Open reviews' }).count()).toBe(0);
  });

  it('allows the import map by its hash, and nothing inline', async () => {
    const answer = await fetch(`${origin()}/`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/);
    expect(policy).not.toContain('unsafe');
    expect(await answer.text()).toContain('<script type="importmap">{"imports":{');
  });
});
