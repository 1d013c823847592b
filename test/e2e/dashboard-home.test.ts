/** The home page: dashboards of cards, charts, and the widgets where there are no dashboards. */
import { type HomeDashboardConfig, widget } from 'grimoire';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dashboardOf, shopDashboard } from '../support/dashboard.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { listening } from '../support/listening.ts';
import { addUser } from '../support/service.ts';

const chartOf = (page: Page, name: string): Locator => page.getByRole('slider', { name: `${name}: points of the chart` });

/** What has moved since the page was opened, as browsers measure it, and how much. */
const shifts = `new Promise((resolve) => {
  const moved = [];
  const nameOf = ({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120);
  const add = (entries) => entries.forEach(({ value, sources }) => value > 0.001 && moved.push([value, ...sources.map(nameOf)]));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  // What was kept is told before the second frame.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => (add(observer.takeRecords()), resolve(moved)))));
})`;

describe('the home page of the demo', () => {
  const { at } = shopDashboard(600);
  const ready = async (page: Page): Promise<void> => {
    await chartOf(page, 'Revenue a day, EUR').waitFor({ state: 'attached' });
    await page.locator('canvas').first().waitFor();
    await page.getByRole('cell', { name: 'ordered' }).first().waitFor();
    await page.waitForLoadState('networkidle');
  };

  it('shows numbers with their change, and each leads to its rows', async () => {
    await using staff = await at('');
    const { page } = staff;
    await ready(page);
    const orders = page.getByRole('link', { name: /^Orders\s.*vs\. the 30 days before/ });
    const number = /^Orders\s*([\d,]+)/.exec(await orders.innerText())?.[1];
    expect(await orders.innerText()).toMatch(/[+−±][\d.,]+/);
    await orders.click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.getByText(`${number} orders`).first().waitFor();
  });

  it('leads from a part of a breakdown to its rows', async () => {
    await using staff = await at('');
    const { page } = staff;
    await ready(page);
    const part = page.getByRole('region', { name: 'Orders by status' }).getByRole('listitem').filter({ hasText: 'Completed' });
    const count = /([\d,]+)\s*\d+%/.exec(await part.innerText())?.[1];
    await part.getByRole('link', { name: 'Completed' }).click();
    await page.getByText(`${count} orders`).first().waitFor();
  });

  it('says the values of a chart to the mouse, to the keys and to a finger, and has them as a table', async () => {
    await using staff = await at('');
    const { page } = staff;
    await ready(page);
    const chart = chartOf(page, 'Revenue a day, EUR');
    const tip = page.locator('[data-tip]');
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart has no place.');
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await expect.poll(() => tip.innerText()).toMatch(/^\w{3}.* 20\d\d\s+€[\d,.]+$/);
    await page.mouse.move(1, 1);
    await expect.poll(() => tip.count()).toBe(0);
    await chart.focus();
    const last = await tip.innerText();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => tip.innerText()).not.toBe(last);
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/ 20\d\d: €[\d,.]+$/);
    await page.keyboard.press('Home');
    await expect.poll(() => chart.inputValue()).toBe('0');
    await page.keyboard.press('Escape');
    await expect.poll(() => tip.count()).toBe(0);
    const table = page.getByRole('table', { name: 'Revenue a day, EUR' });
    expect(await table.getByRole('row').count()).toBe(31);
    await chart.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: box.x + box.width / 2, clientY: box.y + 50, bubbles: true });
    await expect.poll(() => tip.count()).toBe(1);
  });

  it.each([1280, 390])('moves nothing while it loads, at %i pixels', async (width) => {
    await using staff = await at('');
    const { page } = staff;
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await ready(page);
    expect(await page.evaluate(shifts)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it.each(['light', 'dark'] as const)('has no barrier in the %s theme, on any dashboard', async (colorScheme) => {
    await using staff = await at('', 'admin', 'admin', { colorScheme });
    const { page } = staff;
    await ready(page);
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('tab', { name: 'Stock' }).click();
    await page.getByRole('region', { name: 'Low stock', exact: true }).getByRole('row').nth(2).waitFor();
    await chartOf(page, 'Movements a week').waitFor({ state: 'attached' });
    expect(await staff.barriers()).toEqual([]);
  });

  it('remembers the dashboard, and has those of the groups of the user alone', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.getByRole('tab', { name: 'Stock' }).click();
    await page.getByRole('region', { name: 'Low stock', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Low stock', exact: true }).waitFor();
    await using northern = await at('', 'nils');
    await ready(northern.page);
    expect(await northern.page.getByRole('tab').allInnerTexts()).toEqual(['Sales', 'Overview']);
  });
});

const widgets = {
  pages: widget({ title: 'Pages' }, () => ({
    series: {
      kind: 'bar',
      points: ['2026-01-01', '2026-02-01', '2026-03-01'],
      each: 'month',
      lines: [
        { key: 'read', label: 'Read', values: [3, 5, 4] },
        { key: 'written', label: 'Written', values: [1, null, '2.5'] },
      ],
    },
  })),
  course: widget({ title: 'Course' }, () => ({
    points: [
      { date: '2026-03-01', count: 4 },
      { date: '2026-03-02', count: 7 },
    ],
  })),
  counts: widget({ title: 'Counts' }, () => ({
    cards: [
      { key: 'a', label: 'events', value: 10_000, capped: true },
      { key: 'b', label: 'runs', value: 12_345_678 },
    ],
  })),
  ways: widget({ title: 'Ways' }, () => ({
    links: [
      { label: 'Poems', model: 'lib.Book', query: 'genre=poem' },
      { label: 'Nowhere', url: 'javascript:alert(1)' },
    ],
  })),
};

describe('the home page without dashboards', () => {
  const { at } = dashboardOf(async () => {
    const service = await startLibrary({ dialect: 'sqlite', books: makeBooks(10), widgets });
    await addUser(service.database, { username: 'root', isSuperuser: true });
    const site = await listening(service.admin);
    return { ...site, close: () => site.close().then(() => service.close()) };
  });

  it('shows every widget by the shape of its answer', async () => {
    await using staff = await at('', 'root', 'correct horse');
    const { page } = staff;
    await chartOf(page, 'Pages').waitFor({ state: 'attached' });
    const values = page.getByRole('table', { name: 'Pages' });
    expect(await values.getByRole('row', { name: /February 2026/ }).innerText()).toMatch(/February 2026\s+5\s+—/);
    await chartOf(page, 'Course').waitFor({ state: 'attached' });
    const counts = page.getByRole('region', { name: 'Counts' });
    await counts.getByText('10,000+', { exact: true }).waitFor();
    await counts.getByText(/^12\.3\s?m$/i).waitFor();
    expect(await page.getByRole('link', { name: 'Nowhere' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Poems' }).click();
    await page.getByRole('button', { name: 'Genre is any of A poem' }).waitFor();
  });
});

const slow: readonly HomeDashboardConfig[] = [{ name: 'main', title: 'Main', cards: [{ title: 'Books', number: { model: 'lib.Book' } }] }];

describe('a card for which there was no time', () => {
  const { at } = dashboardOf(async () => {
    const service = await startLibrary({ dialect: 'sqlite', books: makeBooks(10), home: slow, settings: { aggregateBudget: 0 } });
    await addUser(service.database, { username: 'root', isSuperuser: true });
    const site = await listening(service.admin);
    return { ...site, close: () => site.close().then(() => service.close()) };
  });

  it('says so, is asked for three times, and can be tried again', async () => {
    await using staff = await at('', 'root', 'correct horse');
    const { page } = staff;
    const card = page.getByRole('region', { name: 'Books' });
    await card.getByText('This took too long.').waitFor();
    let asked = 0;
    page.on('request', (request) => (asked += /home\/main\/books/.test(request.url()) ? 1 : 0));
    await page.reload();
    await expect.poll(() => asked).toBe(3);
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => asked).toBe(4);
  });
});
