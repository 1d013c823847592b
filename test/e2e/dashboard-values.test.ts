/** How the dashboard shows values, and how they are entered: each is saved as it was meant. */
import { createServer, type Server } from 'node:http';
import { model } from 'grimoire';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { written } from '../support/code-editor.ts';
import { listenAtFreePort, listening } from '../support/listening.ts';
import { type Client, password, startService, type TestService } from '../support/service.ts';
import type { StaffPage } from '../support/staff-page.ts';

const setup = `
  CREATE TABLE thing (id integer PRIMARY KEY, name varchar(40) NOT NULL, price decimal(12, 2), currency varchar(3), rate decimal(12, 6), photo text,
    color varchar(20), done integer, remark varchar(400),
    took text, met_at text, body text, query text, extra json);
  INSERT INTO thing VALUES (1, 'One', '1.00', 'EUR', '0.5', NULL, '#1b58b0', 45, '', 'PT1H', '2026-07-01T10:00:00Z', NULL, NULL, '{"big": 12345678901234567890}'), (2, 'Two', '1234.50', 'SEK', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01T10:00:00Z', NULL, NULL, '{"a": 1}');`;

const things = model('thing', 'x.Thing', {
  label: 'name',
  listDisplay: ['name', 'price', 'rate', 'photo', 'color', 'done', 'remark'],
  fields: {
    price: { type: 'DecimalField', maxDigits: 12, decimalPlaces: 2, widget: { kind: 'money', currency: { field: 'currency' } } },
    rate: { type: 'DecimalField', maxDigits: 12, decimalPlaces: 6 },
    photo: { widget: { kind: 'image' } },
    color: { widget: { kind: 'color' } },
    done: { widget: { kind: 'progress' } },
    took: { type: 'DurationField' },
    body: { widget: { kind: 'markdown' } },
    query: { widget: { kind: 'code', language: 'sql' } },
    extra: { type: 'JSONField' },
    met_at: { type: 'DateTimeField', label: 'met at' },
  },
});

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A server of pictures that remembers what it was asked for, and with which referrer. */
function pictureServer(): { readonly server: Server; readonly asked: { readonly url: string; readonly referrer: string | undefined }[] } {
  const asked: { url: string; referrer: string | undefined }[] = [];
  const server = createServer(({ url = '', headers: { referer } }, response) => {
    asked.push({ url, referrer: referer });
    response.writeHead(200, { 'Content-Type': 'image/gif' }).end(pixel);
  });
  return { server, asked };
}

describe('the dashboard: values', () => {
  let service: TestService;
  let root: Client;
  let hosts: readonly [allowed: string, other: string];
  const [allowed, other] = [pictureServer(), pictureServer()];

  beforeAll(async () => {
    const ports = await Promise.all([allowed, other].map(({ server }) => listenAtFreePort(server)));
    hosts = [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`];
    service = await startService({ dialect: 'sqlite', setup, models: [things], settings: { imageHosts: [hosts[0]] } });
    root = await service.user({ username: 'rita', isSuperuser: true });
  });
  afterAll(async () => {
    await service.close();
    for (const { server } of [allowed, other]) await new Promise((resolve) => void server.close(resolve));
  });
  const { at } = dashboardOf(() => listening(service.admin));

  const open = (address: string, options: BrowserContextOptions = {}): Promise<StaffPage> => at(address, 'rita', password, options);
  const rowOf = async (id: number): Promise<Readonly<Record<string, unknown>>> => (await root.get(`/r/x.Thing/${id}/`)).body as never;
  const save = async ({ page }: StaffPage): Promise<void> => {
    await page.getByRole('button', { name: /^(Save|Speichern)$/ }).click();
    await page.getByText(/^(The thing is saved|thing gespeichert)\.$/i).waitFor();
  };

  it('are numbers as a German person writes them, saved exactly', async () => {
    await using staff = await open('#/x.Thing/1', { locale: 'de-DE' });
    const { page } = staff;
    await page.getByRole('textbox', { name: 'Price' }).fill('1.234,56');
    await page.getByRole('textbox', { name: 'Rate' }).fill('0,1');
    await save(staff);
    expect(await rowOf(1)).toMatchObject({ price: '1234.56', rate: expect.stringMatching(/^0\.10*$/) });
    await staff.open('#/x.Thing');
    expect((await page.getByRole('cell', { name: /1\.234,56/ }).textContent())?.replaceAll(/\s/g, ' ')).toBe('1.234,56 €');
    await staff.open('#/x.Thing/1');
    await page.getByRole('textbox', { name: 'Rate' }).fill('98.765,4321');
    await save(staff);
    expect(await rowOf(1)).toMatchObject({ rate: expect.stringMatching(/^98765\.43210*$/) });
  });

  it('are refused where they may be one of two numbers', async () => {
    await using staff = await open('#/x.Thing/2', { locale: 'de-DE' });
    const { page } = staff;
    await page.getByRole('textbox', { name: 'Price' }).fill('1.234');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('1.234 kann 1234 oder 1,234 bedeuten: Geben Sie eines davon ein.').waitFor();
    expect(await rowOf(2)).toMatchObject({ price: '1234.50' });
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('textbox', { name: 'Price' }).fill('1,23');
    await save(staff);
    expect(await rowOf(2)).toMatchObject({ price: '1.23' });
  });

  it('are durations in words, and times with their zone', async () => {
    await using staff = await open('#/x.Thing/1');
    const { page } = staff;
    const took = page.getByRole('textbox', { name: 'Took' });
    expect(await took.inputValue()).toBe('1 h');
    await page.getByText('Europe/Oslo, UTC+2').waitFor();
    await took.fill('1:30');
    await took.blur();
    await page.getByText('1:30 may be 1 h 30 min or 1 min 30 s: write one of these.').waitFor();
    await took.fill('1 h 30 min');
    await save(staff);
    expect(await rowOf(1)).toMatchObject({ took: 'PT1H30M' });
    await staff.open('#/x.Thing/2');
    await page.getByText('Europe/Oslo, UTC+1').waitFor();
  });

  it('are JSON whose long numbers stay as they are', async () => {
    await using staff = await open('#/x.Thing/1');
    const { page } = staff;
    const extra = page.getByRole('textbox', { name: 'Extra' });
    await expect.poll(() => extra.innerText()).toContain('12345678901234567890');
    await page.getByRole('textbox', { name: 'Name' }).fill('First');
    await save(staff);
    expect(await service.database.query('SELECT name, extra FROM thing WHERE id = 1')).toEqual([
      { name: 'First', extra: '{"big": 12345678901234567890}' },
    ]);
    await staff.open('#/x.Thing/2');
    await written(extra, '{"big": 12345678901234567891}');
    await save(staff);
    const [stored] = await service.database.query('SELECT extra FROM thing WHERE id = 2');
    expect(stored?.['extra']).toContain('12345678901234567891');
    await staff.open('#/x.Thing/2');
    await written(extra, '{"price": 0.1, "text": "12345678901234567890"}');
    await save(staff);
    expect(await rowOf(2)).toMatchObject({ extra: { price: 0.1, text: '12345678901234567890' } });
  });

  it('are code, which is searched and folded by keys, and left by Tab', async () => {
    await using staff = await open('#/x.Thing/2');
    const { page } = staff;
    const query = page.getByRole('textbox', { name: 'Query' });
    await written(query, 'select *\nfrom thing');
    await query.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).fill('thing');
    expect(await staff.barriers()).toEqual([]);
    await page.keyboard.press('Escape');
    await query.press('Tab');
    expect(await query.evaluate((element) => (element as unknown as { matches(selector: string): boolean }).matches(':focus'))).toBe(false);
    await save(staff);
    expect(await rowOf(2)).toMatchObject({ query: 'select *\nfrom thing' });
  });

  it('are Markdown, of which nothing hostile is left', async () => {
    await using staff = await open('#/x.Thing/2');
    const { page } = staff;
    const body =
      '**Bold** <script>window.__xss = 1</script>\n\n<img src=x onerror="window.__xss = 2">\n\n[bad](javascript:window.__xss=3) [good](https://example.com)';
    await page.getByRole('textbox', { name: 'Body' }).fill(body);
    await page.getByRole('tab', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview of Body' });
    await preview.locator('strong').waitFor();
    expect(await preview.getByRole('link').allTextContents()).toEqual(['good']);
    expect(await preview.innerText()).toContain('<script>window.__xss = 1</script>');
    expect(await staff.barriers()).toEqual([]);
    await save(staff);
    await staff.open('#/x.Thing/2/show');
    await page.locator('strong', { hasText: 'Bold' }).waitFor();
    expect(await page.getByRole('link', { name: 'bad' }).count()).toBe(0);
    expect(await page.evaluate(() => (globalThis as { __xss?: number }).__xss)).toBeUndefined();
    expect(await rowOf(2)).toMatchObject({ body });
  });

  it('are pictures of hosts that the settings name, and links of all others, which are not asked', async () => {
    await root.patch('/r/x.Thing/1/', { photo: `http://${hosts[0]}/seen.gif` });
    await root.patch('/r/x.Thing/2/', { photo: `http://${hosts[1]}/not-seen.gif` });
    await using staff = await open('#/x.Thing');
    const { page } = staff;
    staff.expectMessage(new RegExp(`asked http://${hosts[0]}/seen.gif`));
    const picture = page.getByRole('img', { name: 'photo' });
    await expect.poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(1);
    await page.getByRole('link', { name: `${hosts[1]}/not-seen.gif` }).waitFor();
    expect([allowed.asked, other.asked]).toEqual([[{ url: '/seen.gif', referrer: undefined }], []]);
    const policy = (await page.request.get(new URL(page.url()).origin)).headers()['content-security-policy'];
    expect(/img-src ([^;]*)/.exec(policy ?? '')?.[1]).toBe(`'self' data: blob: ${hosts[0]}`);
  });

  it.each(['light', 'dark'] as const)('are read by everyone in the %s theme', async (colorScheme) => {
    await root.patch('/r/x.Thing/1/', { photo: null, remark: 'A long remark. '.repeat(20) });
    await root.patch('/r/x.Thing/2/', { photo: null, remark: '' });
    await using staff = await open('#/x.Thing', { colorScheme });
    const { page } = staff;
    await page.getByRole('cell', { name: '45%' }).last().waitFor();
    await page.getByText('empty', { exact: true }).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'All of Remark' }).press('Enter');
    await page.getByText('A long remark. '.repeat(20).trim()).waitFor();
    expect(await staff.barriers()).toEqual([]);
    // What was changed last is shown with the picture that the row had.
    staff.expectMessage(new RegExp(`asked http://${hosts[0]}/seen.gif`));
    await staff.open('#/x.Thing/1');
    await page.getByLabel('Choose: Color').waitFor();
    await page.getByRole('textbox', { name: 'Query' }).and(page.locator('[contenteditable]')).waitFor();
    expect(await staff.barriers()).toEqual([]);
  });
});
