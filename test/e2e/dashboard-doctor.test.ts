import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

describe('the page of the database in the dashboard', () => {
  const { service } = serviceForAll(() =>
    startService({
      dialect: 'sqlite',
      setup: `CREATE TABLE note (id integer PRIMARY KEY, word varchar(50));
        WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 12000) INSERT INTO note SELECT i, 'w' || i FROM s;
        ANALYZE`,
      models: [model('note', 't.Note', { searchFields: [] })],
    }),
  );
  const dashboard = dashboardOf(async () => {
    await service.user({ username: 'vera', permissions: ['t.note:view_note'] });
    return listening(service.admin);
  });

  it('shows superusers what no index serves, and copies the statement that changes that', async () => {
    await using staff = await dashboard.at('', 'root', password, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = staff;
    await page.getByRole('button', { name: 'root' }).click();
    await page.getByRole('menuitem', { name: 'Database' }).click();
    const lacks = page.getByRole('region', { name: 'What no index serves' });
    await lacks.getByRole('heading', { name: 't.Note' }).waitFor();
    await lacks.getByText('A list that is sorted by word reads and sorts all rows.').waitFor();
    const cure = 'CREATE INDEX "note_word_id_idx" ON "note" ("word", "id");';
    expect(await lacks.getByLabel('Statements').innerText()).toBe(cure);
    await lacks.getByText('Plan').first().click();
    await lacks.getByText('SCAN note').waitFor();
    expect(await staff.barriers()).toEqual([]);
    await lacks.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => (globalThis as any).navigator.clipboard.readText())).toBe(cure);
  });

  it('is offered to superusers alone', async () => {
    await using staff = await dashboard.at('', 'vera', password);
    const { page } = staff;
    await page.getByRole('button', { name: 'vera' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Database' }).count()).toBe(0);
    staff.expectMessage(/403/);
    await staff.open('#/doctor');
    await page.getByText('Only superusers may ask for this.').waitFor();
  });
});
