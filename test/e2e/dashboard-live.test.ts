import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { addFilter } from '../support/list-filters.ts';
import { type Dialect, dialects } from '../support/databases.ts';
import { listening } from '../support/listening.ts';
import { ask } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import type { StaffPage } from '../support/staff-page.ts';
import { serviceForAll } from '../support/started-service.ts';
import { menuLink } from '../support/menu.ts';

/** Tables of a record shop, and tables with unusual names, keys and columns. */
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
    CREATE TABLE marked (pk varchar(20), part integer NOT NULL, mark varchar(20) NOT NULL, PRIMARY KEY (part, mark));
    INSERT INTO marked VALUES ('free', 3, 'm');
    INSERT INTO pair VALUES ('a~b_c', 'é/ü 😀', 'n');
    CREATE TABLE both_first (id integer PRIMARY KEY, pk varchar(20), mark varchar(30));
    INSERT INTO both_first VALUES (7, 'seven', 'n'), (8, NULL, 'm');
    CREATE TABLE both_last (id varchar(20), pk integer PRIMARY KEY, mark varchar(30));
    INSERT INTO both_last VALUES ('nine', 9, 'n');
    CREATE TABLE neither (id varchar(20), pk varchar(20), code varchar(20) PRIMARY KEY, mark varchar(30));
    INSERT INTO neither VALUES ('a', 'b', 'c', 'n');
    CREATE TABLE follower (name varchar(20) PRIMARY KEY, first_id integer REFERENCES both_first (id));
    INSERT INTO follower VALUES ('f', 7);
    ${
      dialect === 'postgres'
        ? `CREATE TABLE bag (id integer PRIMARY KEY, things jsonb[], grid integer[], words text[]);
           INSERT INTO bag VALUES (1, ARRAY['{"a": 1}', 'null', '[2]']::jsonb[], ARRAY[[1, 2], [3, 4]], ARRAY['x', 'y']);`
        : ''
    }`;
}

describe.each(dialects)('the dashboard of a live %s database, without a line of configuration', (dialect) => {
  const { service } = serviceForAll(() => startService({ dialect, setup: tables(dialect) }));
  const dashboard = dashboardOf(() => listening(service.admin));
  const at = (address: string): Promise<StaffPage> => dashboard.at(address, 'root', password);

  it('is browsed, filtered and edited, and keys are followed', async () => {
    await using staff = await at('');
    const { page } = staff;
    await menuLink(page, /Album/).click();
    await page.getByRole('link', { name: 'Motörhead 🤘' }).click();
    await page.getByRole('heading', { name: 'Artist Motörhead 🤘' }).waitFor();
    // Another name each time: a test that fails is run once more, and finds it changed.
    const name = `Motörhead 🤘 ${Date.now()}`;
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The artist is saved.').waitFor();
    await menuLink(page, /Album/).click();
    // The list of artists, from which the menu leads away, has the same links and buttons.
    await page.getByRole('heading', { name: 'Albums' }).waitFor();
    // The albums were read a moment ago, when the artist had another name.
    await page.getByRole('link', { name, exact: true }).waitFor();
    await addFilter(page, 'Artist', { rows: [['ac/', 'AC/DC']] });
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('cell', { name: 'Let There Be Rock' }).last().waitFor();
  });

  it('stands whatever its tables and columns are called', async () => {
    await using staff = await at('');
    const { page } = staff;
    await menuLink(page, /Order/).click();
    await page.getByRole('link', { name: '50%/a?b#c é' }).click();
    const values = { Select: 'y', 'A b': 'dots', 'C 0': 'brackets', 'Weird quote': 'quotes', 'Ünï cödé': 'ö', Constructor: 'remade' };
    for (const [label, value] of Object.entries(values)) await page.getByRole('textbox', { name: label, exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The order is saved.').waitFor();
    const row = (await ask(page, 'main.Order/')).results[0];
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
    await page.getByRole('cell', { name: 'a~b_c' }).last().click();
    await page.getByLabel('Note').fill('changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The pair is saved.').waitFor();
    await page.getByRole('cell', { name: 'a~b_c' }).last().click();
    await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('changed');
  });

  it('opens rows whose keys have parts, where another column is called pk', async () => {
    await using staff = await at('#/main.Marked/3~m');
    const { page } = staff;
    await page.getByLabel('Pk').fill('changed');
    expect(await page.getByLabel('Mark').count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The marked is saved.').waitFor();
    expect(await ask(page, 'main.Marked/')).toMatchObject({ results: [{ part: 3, mark: 'm', pk: 'changed' }] });
  });

  it.each([
    ['BothFirst', '7', 'both first'],
    ['BothFirst', '8', 'both first'],
    ['BothLast', '9', 'both last'],
    ['Neither', 'c', 'neither'],
  ])('opens and saves rows of a table with columns id and pk: %s %s', async (name, key, label) => {
    await using staff = await at(`#/main.${name}`);
    const { page } = staff;
    await page.locator('tbody a').first().waitFor();
    await staff.open(`#/main.${name}/${key}`);
    await page.getByLabel('Mark').fill(`changed ${key}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`The ${label} is saved.`).waitFor();
    const { mark } = await ask(page, `main.${name}/${key}/`);
    expect(mark).toBe(`changed ${key}`);
    // By the list's own link too.
    await page.getByRole('cell', { name: `changed ${key}` }).click();
    await expect.poll(() => page.getByLabel('Mark').inputValue()).toBe(`changed ${key}`);
  });

  it('names the row that a picker has, of a table with columns id and pk', async () => {
    await using staff = await at('#/main.Follower/f');
    const picker = staff.page.getByRole('combobox', { name: 'First' });
    await picker.waitFor();
    await expect.poll(() => picker.inputValue()).not.toBe('');
  });

  if (dialect === 'postgres')
    it('opens and saves arrays of objects, and of arrays', async () => {
      await using staff = await at('#/main.Bag');
      const { page } = staff;
      await page.getByText('{"a":1}').waitFor();
      await staff.open('#/main.Bag/1');
      // The editor, which takes the place of a plain text once it is loaded.
      const things = page.getByRole('textbox', { name: 'Things' }).and(page.locator('[contenteditable=true]'));
      expect(JSON.parse(await things.innerText())).toEqual([{ a: 1 }, null, [2]]);
      await things.fill('[{"a": 2}, {"b": []}]');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The bag is saved.').waitFor();
      const row = await ask(page, 'main.Bag/1/');
      expect(row).toMatchObject({ things: [{ a: 2 }, { b: [] }], words: ['x', 'y'] });
    });
});
