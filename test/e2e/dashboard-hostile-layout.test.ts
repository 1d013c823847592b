/** Content that is hard to lay out: a long menu, many fields, words that nothing breaks, and scripts of other directions. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { longLabel, startLayoutService, unbroken } from '../support/hostile-layout.ts';
import { listening } from '../support/listening.ts';
import { password } from '../support/service.ts';
import { type StaffPage, staffPage } from '../support/staff-page.ts';
import { serviceForAll } from '../support/started-service.ts';
import { menuLink } from '../support/menu.ts';

/** Texts outside of the window that no box scrolls to, and texts that are cut and can not be read in another way. */
const lost = `(() => {
  const scrolls = (element) => element && element !== document.documentElement &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const isHidden = (element) => element.closest('[aria-hidden=true], [hidden]') || element.checkVisibility({ visibilityProperty: true }) === false;
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    // A bdi is a part of the text of its parent.
    const own = [...element.childNodes].some((node) => node.localName === 'bdi' || (node.nodeType === 3 && node.data.trim() !== ''));
    if (!own || element.localName === 'bdi' || isHidden(element)) continue;
    const { right, left, width } = element.getBoundingClientRect();
    if (width < 2) continue;
    if ((right > innerWidth + 1 || left < -1) && !scrolls(element)) found.push('outside: ' + element.outerHTML.slice(0, 160));
    const isCut = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden';
    const isReadable = element.closest('[title]') || element.closest('td')?.querySelector('button') || element.closest('nav');
    if (isCut && !isReadable) found.push('cut: ' + element.outerHTML.slice(0, 160));
  }
  return found;
})()`;

const screens: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '': (page) => page.getByRole('heading', { name: 'Recent audit' }).waitFor(),
  '#/desk.Wide': (page) => page.getByText('日本語', { exact: false }).first().waitFor(),
  '#/desk.Wide/1': (page) => page.getByLabel('Field 60').waitFor(),
  '#/desk.Wide/2/show': (page) => page.getByText('Field 60').waitFor(),
  '#/desk.Wide/create': (page) => page.getByLabel('Field 60').waitFor(),
  '#/desk.日本語': (page) => page.getByText('注文').first().waitFor(),
  '#/desk.日本語/1': (page) => page.getByLabel('名前').waitFor(),
};

describe('the dashboard, of content that is hard to lay out', () => {
  const { service } = serviceForAll(startLayoutService);
  const { browser, origin, at: signInAt } = dashboardOf(() => listening(service.admin));
  const session: { state?: Awaited<ReturnType<StaffPage['context']['storageState']>> } = {};
  beforeAll(async () => {
    await using staff = await signInAt('', 'root', password);
    session.state = await staff.context.storageState();
  });

  async function at(address: string, width: number): Promise<StaffPage> {
    const staff = await staffPage(browser(), {
      at: `${origin()}/`,
      viewport: { width, height: 844 },
      ...(session.state ? { storageState: session.state } : {}),
    });
    await staff.open(address);
    return staff;
  }

  const cases = Object.entries(screens).flatMap(([address, arrive]) => [390, 1280, 2560].map((width) => ({ address, arrive, width })));

  it.each(cases)('shows all of it on /$address at $width px, in both themes', async ({ address, arrive, width }) => {
    await using staff = await at(address, width);
    const { page } = staff;
    await arrive(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.evaluate(lost)).toEqual([]);
    expect(await staff.barriersInSchemes()).toEqual({});
  });

  it('keeps the tools of the menu in it, finds one of 300 models, and lets all of them be read', async () => {
    await using staff = await at('#/desk.Wide', 1280);
    const { page } = staff;
    const menu = page.getByRole('group', { name: 'Models' });
    await menuLink(page, 'Kind101s').waitFor();
    const edge = (await menu.boundingBox())?.width ?? 0;
    for (const name of ['Close menu', /^Find anything/, 'Refresh']) {
      const box = await page.getByRole('button', { name }).first().boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(edge);
    }
    await page.getByRole('searchbox', { name: 'Find a model' }).fill('kind30');
    await expect.poll(() => menuLink(page, /^Kind/).allInnerTexts()).toEqual(['Kind300s', 'Kind30s']);
  });

  it('tells null from empty, and takes names that are words of SQL or of other scripts', async () => {
    await using staff = await at('#/desk.日本語', 1280);
    const { page } = staff;
    await page.getByRole('link', { name: '注文' }).waitFor();
    const groups = await page.locator('tbody td:nth-child(3)').allInnerTexts();
    expect(groups.toSorted()).toEqual(['empty', '—'].toSorted());
    await page.getByRole('link', { name: '注文' }).click();
    await page.getByRole('textbox', { name: 'Order' }).fill('注文 2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: '注文 2' }).waitFor();
  });

  it('says all of a long name where it is cut', async () => {
    await using staff = await at('#/desk.Wide/1', 1280);
    const { page } = staff;
    await page.getByLabel('Field 60').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(unbroken);
    await staff.open('#/desk.Wide');
    await page.getByRole('row').getByTitle(unbroken).first().waitFor();
    await page.getByTitle(longLabel).waitFor();
  });
});
