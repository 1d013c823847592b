import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Listening, listening } from '../support/listening.ts';
import { password, startService, type TestService } from '../support/service.ts';
import { signedIn, type StaffPage } from '../support/staff-page.ts';

/** A small shop of records, and a table that nobody would make on purpose. */
function tables(dialect: Dialect): string {
  const serial = dialect === 'postgres' ? 'serial PRIMARY KEY' : 'INTEGER PRIMARY KEY AUTOINCREMENT';
  return `
    CREATE TABLE "Artist" ("ArtistId" ${serial}, "Name" varchar(120));
    INSERT INTO "Artist" ("Name") VALUES ('AC/DC'), ('Motörhead 🤘');
    CREATE TABLE "Album" ("AlbumId" ${serial}, "Title" varchar(160) NOT NULL, "ArtistId" integer NOT NULL REFERENCES "Artist" ("ArtistId"));
    INSERT INTO "Album" ("Title", "ArtistId") VALUES ('Ace of Spades', 2), ('Let There Be Rock', 1);
    CREATE TABLE "order" ("key" varchar(40) PRIMARY KEY, "select" varchar(20), "page" integer, "a.b" text, "c[0]" text, "weird "" quote" text, "Ünï cödé 😀" text, "constructor" text);
    INSERT INTO "order" VALUES ('50%/a?b#c é', 'x', 7, 'dot', 'bracket', 'q', 'ü', 'made');
    CREATE TABLE pair (left_part varchar(20) NOT NULL, right_part varchar(20) NOT NULL, note text, PRIMARY KEY (left_part, right_part));
    INSERT INTO pair VALUES ('a~b_c', 'é/ü 😀', 'n');`;
}

describe.each(dialects)('the dashboard of a live %s database, without a line of configuration', (dialect) => {
  let service: TestService;
  let site: Listening;
  let browser: Browser;
  const at = (address: string): Promise<StaffPage> => signedIn(browser, { at: `${site.origin}/`, address, username: 'root', password });
  beforeAll(async () => {
    service = await startService({ dialect, setup: tables(dialect) });
    await service.superuser();
    site = await listening(service.admin);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await service.close();
  });

  it('is browsed, filtered and edited, and keys are followed', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.getByRole('menuitem', { name: 'Album' }).click();
    await page.getByRole('link', { name: 'Motörhead 🤘' }).click();
    await page.getByRole('heading', { name: 'Artist Motörhead 🤘' }).waitFor();
    await page.getByLabel('Name').fill('Motörhead');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The artist is saved.').waitFor();
    await page.getByRole('menuitem', { name: 'Album' }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Artist', exact: true }).click();
    await page.getByRole('combobox', { name: 'Artist' }).fill('ac/');
    await page.getByRole('option', { name: 'AC/DC' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('cell', { name: 'Let There Be Rock' }).waitFor();
  });

  it('stands whatever its tables and columns are called', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.getByRole('menuitem', { name: 'Order' }).click();
    await page.getByRole('link', { name: '50%/a?b#c é' }).click();
    const values = { Select: 'y', 'A b': 'dots', 'C 0': 'brackets', 'Weird quote': 'quotes', 'Ünï cödé': 'ö', Constructor: 'remade' };
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The order is saved.').waitFor();
    const row = await page.evaluate(async () => ((await (await fetch('/api/r/main.Order/')).json()) as { results: object[] }).results[0]);
    expect(row).toMatchObject({
      select: 'y',
      page: 7,
      'a.b': 'dots',
      'c[0]': 'brackets',
      'weird " quote': 'quotes',
      'Ünï cödé 😀': 'ö',
      constructor: 'remade',
    });
  });

  it('opens rows whose keys have parts', async () => {
    await using staff = await at('#/main.Pair');
    const { page } = staff;
    await page.getByRole('cell', { name: 'a~b_c' }).click();
    await page.getByLabel('Note').fill('changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The pair is saved.').waitFor();
    await page.getByRole('cell', { name: 'a~b_c' }).click();
    await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('changed');
  });
});
