import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { dialects } from '../support/databases.ts';
import { listening } from '../support/listening.ts';
import { button } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

describe.each(dialects)('the trash in the dashboard on %s', (dialect) => {
  const { service } = serviceForAll(() =>
    startService({
      dialect,
      setup: `CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL, deleted_at ${dialect === 'postgres' ? 'timestamptz' : 'datetime'});
        INSERT INTO note VALUES (1, 'First', NULL), (2, 'Second', NULL), (3, 'Third', NULL);`,
      models: [model('note', 'desk.Note', { label: 'title', listDisplay: ['title'], softDelete: 'deleted_at' })],
    }),
  );
  const dashboard = dashboardOf(() => listening(service.admin));

  it('takes deleted rows, from which they are restored or deleted for good', async () => {
    await using staff = await dashboard.at('#/desk.Note', 'root', password);
    const { page } = staff;
    const titles = () => page.locator('tbody tr').allInnerTexts();
    const select = (title: string) => page.locator('tbody tr', { hasText: title }).getByRole('checkbox').check();
    await page.locator('tbody tr').first().waitFor();
    await select('First');
    await select('Second');
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByText('They move to the trash.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await titles()).map((text) => text.trim())).toEqual(['Third']);
    const trash = page.getByRole('button', { name: 'Trash' });
    await trash.click();
    await expect.poll(async () => (await titles()).map((text) => text.trim()).sort()).toEqual(['First', 'Second']);
    expect(await trash.getAttribute('aria-pressed')).toBe('true');
    expect(await staff.barriersInSchemes()).toEqual({});
    expect(await page.getByRole('link', { name: 'Create' }).count()).toBe(0);
    await select('First');
    await button(page, 'Restore').click();
    await expect.poll(async () => (await titles()).map((text) => text.trim())).toEqual(['Second']);
    await page.locator('#main-content:focus').waitFor();
    await select('Second');
    await button(page, 'Delete for good').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(0);
    // The button that asked is gone with the ticks.
    await page.locator('#main-content:focus').waitFor();
    await trash.click();
    await expect.poll(async () => (await titles()).map((text) => text.trim()).sort()).toEqual(['First', 'Third']);
    expect(await service.database.query('SELECT id FROM note ORDER BY id')).toHaveLength(2);
  });

  it('is not offered to a user who may neither restore nor purge', async () => {
    await service.user({ username: 'viewer', permissions: ['desk.note:view_note', 'desk.note:delete_note'] });
    await using staff = await dashboard.at('#/desk.Note', 'viewer', password);
    const { page } = staff;
    await page.locator('tbody tr').first().waitFor();
    expect(await page.getByRole('button', { name: 'Trash' }).count()).toBe(0);
  });
});
