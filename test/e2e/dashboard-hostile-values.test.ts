import { action, AdminError, file, model, widget } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { badAddresses, hostile, watched, type Watched } from '../support/dangers.ts';
import { listening } from '../support/listening.ts';
import { type Client, password, startService, type TestService } from '../support/service.ts';
import { staffPage, type StaffPage } from '../support/staff-page.ts';
import { menuLink } from '../support/menu.ts';

const tables = `
  CREATE TABLE maker (id integer PRIMARY KEY, name text NOT NULL);
  CREATE TABLE thing (id integer PRIMARY KEY, name text NOT NULL, kind varchar(10), note text, extra json, site text, picture text,
    paper text, contact text, maker_id integer REFERENCES maker (id));`;

const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="parent.__xss=20"><script>top.__xss=21</script></svg>')}`;
const username = hostile('Mallory').slice(0, 150);

const things = model('thing', 'x.Thing', {
  verboseName: hostile('thing'),
  verboseNamePlural: hostile('things'),
  label: 'name',
  listDisplay: ['name', 'kind', 'note', 'extra', 'site', 'picture', 'paper', 'contact', 'maker'],
  searchFields: ['name'],
  listFilter: ['kind', 'maker'],
  fields: {
    name: { label: hostile('Name'), helpText: hostile('Help') },
    kind: { label: hostile('Kind'), choices: [{ value: 'a', label: hostile('Choice') }, 'b'] },
    site: { type: 'URLField' },
    picture: { type: 'ImageField' },
    paper: { type: 'FileField' },
    contact: { type: 'EmailField' },
  },
  actions: {
    shout: action({ label: hostile('Shout'), run: () => ({ message: hostile('Shouted') }) }),
    refuse: action({
      label: hostile('Refuse'),
      run: () => {
        throw new AdminError('action_failed', { detail: hostile('Refused') });
      },
    }),
    each: action({
      label: hostile('Each'),
      params: {
        word: { type: 'CharField', label: hostile('Word'), helpText: hostile('Advice'), choices: [{ value: 'w', label: hostile('Pick') }] },
      },
      run: (_context, rows) =>
        rows.each(() => {
          throw new AdminError('action_failed', { detail: hostile('Failed') });
        }),
    }),
    save: action({
      label: hostile('Save it'),
      returns: 'file',
      run: () => file({ name: `${hostile('Saved')}\u202Efdp.html`, type: 'text/html', body: '<script>opener.__xss=30</script>' }),
    }),
  },
});

const widgets = {
  [hostile('table').replaceAll('/', '|')]: widget({}, () => ({
    rows: [{ id: 1, [hostile('heading')]: hostile('cell'), href: badAddresses[0] }],
  })),
  numbers: widget({}, () => ({ cards: [{ key: hostile('key'), label: hostile('card'), value: hostile('value') }] })),
  course: widget({}, () => ({ points: [{ date: hostile('day'), count: 3 }] })),
  free: widget({}, () => ({ [hostile('member')]: [hostile('free'), { href: badAddresses[0], __html: hostile('inner') }] })),
  activity: widget({}, () => ({
    rows: [
      {
        id: 1,
        actor: hostile('Actor'),
        model_label: hostile('Model'),
        object_pk: badAddresses[0],
        object_repr: hostile('Object'),
        created_at: hostile('Time'),
      },
    ],
  })),
};

describe('the dashboard, of hostile values', () => {
  let service: TestService;
  let mallory: Client;

  beforeAll(async () => {
    const settings = { brand: { name: hostile('Brand'), accent: '#123456' }, appGroups: [{ name: hostile('Group'), apps: ['x'] }] };
    service = await startService({
      dialect: 'sqlite',
      setup: tables,
      models: [model('maker', 'x.Maker', { label: 'name' }), things],
      widgets,
      settings,
    });
    mallory = await service.user({ username, isSuperuser: true });
    await service.database.query('INSERT INTO maker VALUES (1, ?)', [hostile('Maker')]);
    const add = (id: number, values: readonly (string | null)[]): Promise<unknown> =>
      service.database.query('INSERT INTO thing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)', [id, ...values]);
    const extra = JSON.stringify({ [hostile('part')]: hostile('json'), href: badAddresses[0] });
    await add(1, [
      hostile('Row'),
      'a',
      hostile('Note'),
      extra,
      `https://example.org/"onmouseover="window.__xss=40`,
      svg,
      svg,
      'a@b.example?bcc=m%40elsewhere.example&body=x',
    ]);
    for (const [index, address] of badAddresses.entries())
      await add(index + 2, [hostile(`Row${index}`), hostile('Other'), null, JSON.stringify(address), address, address, address, address]);
  });
  afterAll(() => service.close());
  const { browser, origin } = dashboardOf(() => listening(service.admin));

  async function at(address: string): Promise<StaffPage & { readonly watch: Watched }> {
    const staff = await staffPage(browser(), { at: `${origin()}/` });
    const watch = await watched(staff.page);
    await staff.open(address);
    await watch.expectHarmless('Brand');
    await staff.signIn(username, password);
    await menuLink(staff.page, 'Home').waitFor();
    return { ...staff, watch };
  }

  it('shows those of widgets, of the brand and of names of people as text', async () => {
    await using staff = await at('');
    await staff.watch.expectHarmless(
      'Brand',
      'Mallory',
      'Heading',
      'cell',
      'Card',
      'value',
      'day',
      'free',
      'Actor',
      'Model',
      'Object',
      'Time',
    );
  });

  it('shows those of lists as text, and makes no link of a bad address', async () => {
    await using staff = await at('#/x.Thing?sort=id&order=ASC');
    const { page, watch } = staff;
    await watch.expectHarmless('Group', 'Things', 'Name', 'Row', 'Choice', 'Note', 'Maker');
    expect(await page.locator('tbody tr').count()).toBe(badAddresses.length + 1);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await watch.expectHarmless('Kind');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 400, height: 800 });
    await page.locator('li').getByText('Row ">').waitFor();
    await watch.expectHarmless('Row');
  });

  it('shows those of rows as text, and links only to the web and to mail', async () => {
    await using staff = await at('');
    const { page, watch, open } = staff;
    for (const [index, address] of badAddresses.entries()) {
      await open(`#/x.Thing/${index + 2}/show`);
      await watch.expectHarmless(`Row${index}`, 'Other');
      // Of the picture, the paper, the site and the contact alike.
      const links = page.locator('main .MuiCard-root').getByRole('link', { name: /__xss|msgbox|blob|elsewhere|passwd/ });
      expect([address, await links.evaluateAll((found) => found.length)]).toEqual([address, 1]);
      // The one is the maker's.
      await page.getByRole('link', { name: 'Maker ">' }).first().waitFor();
    }
    await open('#/x.Thing/1/show');
    await watch.expectHarmless('Name', 'Row', 'Choice', 'Note', 'part', 'Maker');
    expect(await page.getByRole('link', { name: 'a@b.example' }).first().getAttribute('href')).toBe(
      'mailto:a@b.example%3Fbcc%3Dm%2540elsewhere.example%26body%3Dx',
    );
    const picture = page.getByRole('img', { name: 'picture' });
    await expect.poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0);
  });

  it('shows those of forms, of what a deletion takes along, and of its picker as text', async () => {
    await using staff = await at('#/x.Thing/1');
    const { page, watch, open } = staff;
    await watch.expectHarmless('Name', 'Help', 'Kind');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await watch.expectHarmless('Row');
    await open('#/x.Thing/create');
    await page.getByRole('combobox', { name: 'Maker' }).click();
    await page.getByRole('option', { name: 'Maker ">' }).waitFor();
    await watch.expectHarmless('Maker');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await watch.expectHarmless('Name', 'Help', 'Choice');
  });

  it('shows those of the log, of a history and of people as text', async () => {
    // What stood there before goes into the log too.
    await service.database.query('UPDATE thing SET name = ? WHERE id = 11', [hostile('Before')]);
    const changes = {
      name: hostile('After'),
      extra: { [hostile('key')]: 1 },
      site: 'https://example.org/',
      picture: svg,
      contact: null,
      paper: null,
    };
    expect((await mallory.patch('/r/x.Thing/11/', changes)).body).toMatchObject({ site: 'https://example.org/' });
    await using staff = await at('#/x.Thing/11/show');
    const { page, watch, open } = staff;
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('region', { name: 'History' }).getByText('Before ">').first().waitFor();
    await watch.expectHarmless('Mallory', 'Name', 'Before', 'After', 'key');
    await open('#/admin.AdminAuditLog');
    await watch.expectHarmless('Mallory', 'After');
    const [entry] = (await mallory.get('/r/admin.AdminAuditLog/?action=update')).body.results;
    await open(`#/admin.AdminAuditLog/${entry.id}/show`);
    await watch.expectHarmless('Mallory', 'Before', 'After');
    for (const address of ['#/auth.User', '#/auth.User/1', '#/auth.Permission', '#/profile']) {
      await open(address);
      await watch.expectHarmless('Mallory');
    }
  });

  it('shows those of actions as text: in buttons, inputs, messages, reports and names of files', async () => {
    await using staff = await at('#/x.Thing/1');
    const { page, watch } = staff;
    const choose = async (name: string): Promise<void> => {
      await watch.expectHarmless('Shout', 'Refuse');
      // The first two are buttons.
      const button = page.getByRole('button', { name: `${name} ">` });
      if ((await button.count()) > 0) return button.click();
      await page.getByRole('button', { name: 'Actions' }).click();
      await watch.expectHarmless('Each', 'Save it');
      await page.getByRole('menuitem', { name: `${name} ">` }).click();
    };
    await choose('Shout');
    await watch.expectHarmless('Shouted');
    staff.expectMessage(/400/);
    await choose('Refuse');
    await watch.expectHarmless('Refused');
    await choose('Each');
    await watch.expectHarmless('Word', 'Advice');
    await page.getByRole('combobox', { name: 'Word' }).click();
    await page.getByRole('option', { name: 'Pick ">' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Each ">' }).click();
    await watch.expectHarmless('Failed');
    await page.getByRole('button', { name: 'Close' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Save it')]);
    expect(download.suggestedFilename()).toMatch(/^Saved [^\p{C}/\\]*fdp\.html$/u);
    await watch.expectHarmless('Saved');
  });

  it('shows those of the document of the API as text', async () => {
    await using staff = await staffPage(browser(), { at: `${origin()}/` });
    const { page } = staff;
    const watch = await watched(page);
    staff.expectMessage(/401/);
    await page.goto(`${origin()}/api/docs/`);
    await watch.expectHarmless('Brand');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await watch.expectHarmless('Brand', 'things');
    await page.getByRole('link', { name: 'x.Thing', exact: true }).click();
    await page.locator('[data-path="/r/x.Thing/"]').first().click();
    await watch.expectHarmless('Name');
    await page.getByRole('button', { name: 'Schemas' }).click();
    await watch.expectHarmless('Name');
  });
});
