import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { toNodeHandler } from 'grimoire';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { listenAtFreePort, listening } from '../support/listening.ts';
import { password } from '../support/service.ts';
import { staffPage } from '../support/staff-page.ts';
import { answer } from '../support/questions.ts';

describe('the dashboard: actions', () => {
  const { at, browser } = shopDashboard(300);
  const withStatus = (...status: readonly string[]): string => `#/sales.Order?filter=${encodeURIComponent(JSON.stringify({ status }))}`;
  async function choose(page: Page, action: string): Promise<void> {
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  it('that destroy are red, ask first, take their input, and say which rows they could not do', async () => {
    await using staff = await at(withStatus('completed', 'refunded', 'cancelled'));
    const { page } = staff;
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
    await page.waitForURL(/sort=status/);
    const first = (): Promise<string> => page.locator('tbody tr').first().innerText();
    await expect.poll(first).toContain('Cancelled');
    await page.locator('tbody .dash-tick').first().click();
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
    await expect.poll(first).toContain('Refunded');
    await page.locator('tbody .dash-tick').first().click();
    await page.getByText('2 selected').waitFor();
    await choose(page, 'Refund');
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByText('It runs on 2 orders.').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Broken on arrival');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    const run = dialog.getByRole('button', { name: 'Refund' });
    expect(await run.getAttribute('class')).toContain('colorError');
    await run.click();
    await page.getByText('0 of 2 done, 2 failed.').waitFor();
    await page.getByRole('cell', { name: 'Refunded already.' }).last().waitFor();
    await page.getByRole('dialog').getByRole('link', { name: /^SO-/ }).first().click();
    await page.getByLabel('Note').waitFor();
  });

  it('say what was done, and how many', async () => {
    await using staff = await at(withStatus('paid', 'packed', 'shipped'));
    const { page } = staff;
    for (const index of [0, 1]) await page.locator('tbody .dash-tick').nth(index).click();
    await choose(page, 'Refund');
    await page.getByRole('dialog', { name: 'Refund' }).getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('dialog', { name: 'Refund' }).getByRole('button', { name: 'Refund' }).click();
    await page.getByText('2 orders refunded.').waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main-content');
    await staff.open('#/billing.Invoice');
    await page.getByRole('columnheader', { name: 'Total' }).waitFor();
  });

  it('that failed on a row say so in its history', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const token = (await staff.context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
    const ids = await page.evaluate(async (csrf) => {
      const idOf = async (status: string): Promise<number> =>
        ((await (await fetch(`/api/r/sales.Order/?status=${status}&page_size=1`)).json()) as { results: [{ id: number }] }).results[0].id;
      const both = [await idOf('refunded'), await idOf('completed')];
      const body = JSON.stringify({ ids: both, params: { reason: 'Broken' } });
      const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': csrf };
      await fetch('/api/r/sales.Order/action/refund/', { method: 'POST', headers, body });
      return both;
    }, token);
    const firstOf = async (id: number | undefined): Promise<string> => {
      await staff.open(`#/sales.Order/${id}`);
      await page.getByRole('tab', { name: 'History' }).click();
      const text = await page.getByRole('region', { name: 'History' }).getByRole('article').first().innerText();
      return text;
    };
    expect(await firstOf(ids[0])).toContain('ran “Refund” (failed on this row)');
    const second = await firstOf(ids[1]);
    expect(second).toContain('ran “Refund”');
    expect(second).not.toContain('failed');
  });

  it('run on all rows that match, and their files are saved under their names', async () => {
    await using staff = await at(withStatus('completed'));
    const { page } = staff;
    const matching = await page.evaluate(
      async () => ((await (await fetch('/api/r/sales.Order/?status=completed')).json()) as { count: number }).count,
    );
    await page.locator('tbody .dash-tick').first().click();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'As shown' }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(matching + 1);
  });

  it('of a list stand in its header, and what is wrong with their input stands on it', async () => {
    await using staff = await at(`#/crm.Customer?filter=${encodeURIComponent('{"q":"a"}')}`);
    const { page } = staff;
    await page.getByRole('button', { name: 'Send push' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send push' });
    await dialog.getByText('It takes no rows of this list: filters, search and ticks do not limit it.').waitFor();
    await dialog.getByRole('button', { name: 'Send push' }).click();
    await dialog.getByText('Required').waitFor();
    await dialog.getByLabel('Message').fill('20 % off 🎉');
    await dialog.getByRole('button', { name: 'Send push' }).click();
    await page.getByText('“20 % off 🎉” is on its way to everybody.').waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('of rows stand on the page of a row, which shows what they changed', async () => {
    await using staff = await at('#/sales.Order/150');
    const { page } = staff;
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    await choose(page, 'Refund');
    await page.getByRole('dialog').getByText('It runs on 1 order.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Status' }).innerText()).toBe('Refunded');
  });

  it('leave what somebody is filling in alone', async () => {
    await using staff = await at('#/sales.Order/140');
    const { page } = staff;
    await page.getByLabel('Note').fill('Half a sentence');
    await choose(page, 'Refund');
    await page.getByRole('dialog').getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await page.getByText('What you filled in is still here, and not saved.').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    expect(await page.getByLabel('Note').inputValue()).toBe('Half a sentence');
    staff.expectMessage(/412/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('radio', { name: 'Status: theirs' }).waitFor();
  });

  it('that one may not run are not there', async () => {
    await using staff = await at(withStatus('completed'), 'nils');
    const { page } = staff;
    await page.locator('tbody .dash-tick').first().click();
    // Of the four Nils holds two.
    await page.getByRole('button', { name: 'Print a receipt' }).waitFor();
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Export' }).waitFor();
    expect(await page.getByText('Refund', { exact: true }).count()).toBe(0);
  });

  it('of the client run where the host has a handler, and are not shown elsewhere', async () => {
    const library = await startLibrary({
      dialect: 'sqlite',
      books: makeBooks(3),
      adminActions: [
        { model: 'lib.Book', codename: null, name: 'Read aloud', kind: 'client', scope: 'bulk' },
        { model: 'lib.Book', codename: null, name: 'Sing', kind: 'client', scope: 'bulk' },
      ],
    });
    await library.superuser();
    const site = toNodeHandler(library.admin.withDashboard({ scripts: ['/own.js'] }));
    const script = "window.grimoireActions = { 'lib.Book': { read_aloud: ({ ids }) => { document.title = 'Read ' + ids.join() } } }";
    const server = createServer((request, response) => {
      if (request.url === '/own.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
      else site(request, response);
    });
    try {
      await using staff = await staffPage(browser(), { at: `http://127.0.0.1:${await listenAtFreePort(server)}/` });
      const { page } = staff;
      await staff.open('#/lib.Book');
      await staff.signIn('root', password);
      await page.locator('tbody .dash-tick').first().click();
      await page.getByRole('button', { name: 'Read aloud' }).click();
      await expect.poll(() => page.title()).toMatch(/^Read \d+$/);
      expect(await page.getByText('Sing').count()).toBe(0);
    } finally {
      server.closeAllConnections();
      server.close();
      await library.close();
    }
  });

  it('ask for a row with a picker, of those that one may view', async () => {
    const given: unknown[] = [];
    const library = await startLibrary({
      dialect: 'sqlite',
      books: makeBooks(3),
      adminActions: [
        {
          model: 'lib.Book',
          codename: null,
          name: 'Send to',
          kind: 'server',
          scope: 'bulk',
          params: { author: { type: 'ForeignKey', to: 'lib.Author', required: true } },
          run: ({ input }) => ({ message: `Sent to ${given.push(input['author'])}.` }),
        },
      ],
    });
    await library.superuser();
    const server = await listening(library.admin);
    try {
      await using staff = await staffPage(browser(), { at: `${server.origin}/` });
      const { page } = staff;
      await staff.open('#/lib.Book/1');
      await staff.signIn('root', password);
      await page.getByRole('button', { name: 'Send to' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send to' });
      await dialog.getByRole('button', { name: 'Send to' }).click();
      await dialog.getByText('Required').waitFor();
      await dialog.getByRole('combobox', { name: 'Author' }).fill('bor');
      await page.getByRole('option', { name: 'Boris' }).click();
      await dialog.getByRole('button', { name: 'Send to' }).click();
      await page.getByText('Sent to 1.').waitFor();
      expect(given).toEqual([2]);
    } finally {
      await server.close();
      await library.close();
    }
  });

  it('do not open the page that they answer with over unsaved input without asking', async () => {
    const library = await startLibrary({
      dialect: 'sqlite',
      books: makeBooks(3),
      adminActions: [
        {
          model: 'lib.Book',
          codename: null,
          name: 'Show',
          kind: 'server',
          scope: 'bulk',
          run: () => ({ message: 'There.', link: '#/lib.Author/1' }),
        },
      ],
    });
    await library.superuser();
    const server = await listening(library.admin);
    try {
      await using staff = await staffPage(browser(), { at: `${server.origin}/` });
      const { page } = staff;
      await staff.open('#/lib.Book/1');
      await staff.signIn('root', password);
      await page.getByLabel('Title').fill('Half a title');
      const show = (): Promise<void> => page.getByRole('button', { name: 'Show', exact: true }).click();
      await show();
      await answer(page, 'Keep editing');
      await page.getByText('There.').waitFor();
      expect(new URL(page.url()).hash).toMatch(/^#\/lib\.Book\/1/);
      expect(await page.getByLabel('Title').inputValue()).toBe('Half a title');
      await show();
      await answer(page, 'Leave without saving');
      await page.waitForURL(/#\/lib\.Author\/1/);
    } finally {
      await server.close();
      await library.close();
    }
  });
});
