/** A sheet of rows with long texts, of a model that demands a reason. */
import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { ask, change } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import { beginSheet, cellAt, press, sheetBar } from '../support/sheet.ts';
import { serviceForAll } from '../support/started-service.ts';

describe('the dashboard: a sheet of a model of its own', () => {
  const { service } = serviceForAll(() =>
    startService({
      dialect: 'sqlite',
      setup: `CREATE TABLE part (id integer PRIMARY KEY, code varchar(20) NOT NULL UNIQUE, note text, made_on date);
        INSERT INTO part VALUES (1, 'A', 'Two
lines', '2026-02-01'), (2, 'B', '${'long '.repeat(500)}end', NULL), (3, 'C', NULL, NULL);`,
      models: [
        model('part', 'w.Part', {
          label: 'code',
          listDisplay: ['code', 'note', 'made_on'],
          ordering: ['id'],
          reasonRequired: ['update'],
          fields: { note: { type: 'TextField' }, made_on: { type: 'DateField' } },
        }),
      ],
    }),
  );
  const { at } = dashboardOf(() => listening(service.admin));
  const [code, note, day] = [1, 2, 3];

  it('asks for a reason, says which rows are gone, and takes and copies texts as a whole', async () => {
    await using staff = await at('#/w.Part', 'root', password, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = staff;
    await beginSheet(page, cellAt(page, 0, note));
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c');
    const copied = `"Two\nlines"\t01/02/2026\n${'long '.repeat(500)}end\t`;
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(copied);
    await cellAt(page, 1, note).click({ position: { x: 4, y: 4 } });
    await press(page, 'Control+d');
    await cellAt(page, 2, day).click({ position: { x: 4, y: 4 } });
    await page.keyboard.type('31/12/2026');
    await press(page, 'Enter');
    await sheetBar(page).getByText('2 cells in 2 rows').waitFor();
    // Its answer has no body.
    await change(page, 'DELETE', 'w.Part/3/', {}).catch(() => undefined);
    await press(page, 'Control+s');
    const dialog = page.getByRole('dialog', { name: '2 cells in 2 rows' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A recount');
    staff.expectMessage(/404/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await sheetBar(page).getByText('Nothing was saved: 1 cell needs attention.').waitFor();
    await page.getByText('This row was deleted meanwhile').waitFor();
    await press(page, 'Control+z', 'Control+s');
    await page.getByText('1 cell in 1 row: saved.').waitFor();
    expect(await ask(page, 'w.Part/2/')).toMatchObject({ code: 'B', note: 'Two\nlines' });
    await cellAt(page, 0, code).waitFor();
  });
});
