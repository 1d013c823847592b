/** The form of a JSON field that has a schema. */
import { inline, model } from 'grimoire';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dashboardOf } from '../support/dashboard.ts';
import { dialects } from '../support/databases.ts';
import { listening } from '../support/listening.ts';
import { ask, button } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const setup = `
  CREATE TABLE box (id integer PRIMARY KEY, name varchar(20), content json);
  CREATE TABLE part (id integer PRIMARY KEY, box integer NOT NULL REFERENCES box (id), name varchar(20), content json);`;

const circle = z.object({ kind: z.literal('circle'), radius: z.number().positive() }).meta({ title: 'Circle' });
const square = z.object({ kind: z.literal('square'), side: z.number().positive() }).meta({ title: 'Square' });
const content = z.object({
  title: z.string().min(2).meta({ title: 'Heading', description: 'Stands on the box.' }),
  notes: z.string().max(2000).optional(),
  packed: z.iso.date().optional(),
  seen: z.iso.datetime().optional(),
  contact: z.email().optional(),
  page: z.url().optional(),
  state: z.enum(['new', 'used']).nullable(),
  isFragile: z.boolean(),
  isGift: z.boolean().optional(),
  weight: z.number().min(0).max(100).optional(),
  tags: z.array(z.string().min(1)).optional(),
  address: z
    .object({ street: z.string().min(1), place: z.object({ city: z.string().min(1), floor: z.number().int().optional() }) })
    .optional(),
  lines: z.array(z.object({ sku: z.string().regex(/^[A-Z]+$/), count: z.number().int().min(1) }).meta({ title: 'Line' })).optional(),
  shape: z.discriminatedUnion('kind', [circle, square]).optional(),
  extra: z.union([z.string(), z.number()]).optional(),
});
const fields = { content: { schema: content, label: 'Content' } };
const models = [model('box', 't.Box', { label: 'name', inlines: [inline('part', 'box')], fields }), model('part', 't.Part', { fields })];

const stored = { title: 'Old', state: null, isFragile: true, tags: ['a', 'b', 'c'], mine: { kept: [1] }, lines: [{ sku: 'A', count: 1 }] };
const rows = `INSERT INTO box VALUES (1, 'One', '${JSON.stringify(stored)}'), (2, 'Two', NULL), (3, 'Three', '{"title": 5, "lines": "none"}');
  INSERT INTO part VALUES (1, 1, 'P', '${JSON.stringify(stored)}');`;

const form = (page: Page): Locator => page.getByRole('group', { name: 'Content', exact: true }).first();

async function save(page: Page): Promise<void> {
  await button(page, 'Save and continue editing').click();
}

describe.each(dialects)('the form of a JSON field with a schema on %s', (dialect) => {
  const { service } = serviceForAll(() => startService({ dialect, setup, models }));
  const { at } = dashboardOf(() => listening(service.admin));
  beforeEach(() => service.database.execute(`DELETE FROM part; DELETE FROM box; ${rows}`));
  const open = (address: string, options: object = {}) => at(address, 'root', password, options);
  const contentOf = async (page: Page, id: number): Promise<unknown> => (await ask(page, `t.Box/${id}/`)).content;

  it('takes each kind of value, and keeps what it does not know', async () => {
    await using staff = await open('#/t.Box/1');
    const { page } = staff;
    const inputs = form(page);
    await inputs.getByRole('textbox', { name: 'Heading' }).fill('New');
    await inputs.getByLabel('Packed').fill('2026-03-04');
    await inputs.getByRole('textbox', { name: 'Weight' }).fill('1.5');
    await inputs.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'used' }).click();
    await inputs.getByRole('switch', { name: 'Is fragile' }).click();
    await inputs.getByRole('button', { name: 'Add Address', exact: true }).click();
    await inputs.getByRole('textbox', { name: 'Street' }).fill('Long Lane');
    await inputs.getByRole('textbox', { name: 'City' }).fill('Oslo');
    await inputs.getByRole('button', { name: 'Remove Tags 2', exact: true }).click();
    await inputs.getByRole('button', { name: 'Move Tags 1', exact: true }).press('ArrowDown');
    await inputs.getByRole('button', { name: 'Add Tags', exact: true }).click();
    await page.keyboard.insertText('d');
    await inputs.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Circle' }).click();
    await inputs.getByRole('textbox', { name: 'Radius' }).fill('2');
    expect(await staff.barriers()).toEqual([]);
    await save(page);
    await page.getByText('The box is saved.').waitFor();
    expect(await contentOf(page, 1)).toEqual({
      ...stored,
      title: 'New',
      packed: '2026-03-04',
      weight: 1.5,
      state: 'used',
      isFragile: false,
      tags: ['c', 'a', 'd'],
      address: { street: 'Long Lane', place: { city: 'Oslo' } },
      shape: { kind: 'circle', radius: 2 },
    });
    await page.reload();
    await expect.poll(() => form(page).getByRole('textbox', { name: 'City' }).inputValue()).toBe('Oslo');
  });

  it('shows each message of the service at the input that it is about, until that is changed', async () => {
    await using staff = await open('#/t.Box/1');
    const { page } = staff;
    staff.expectMessage(/400/);
    const inputs = form(page);
    await inputs.getByRole('button', { name: 'Add Line', exact: true }).click();
    const line = (number: number): Locator => inputs.getByRole('group', { name: `Line ${number}`, exact: true });
    await line(2).getByRole('textbox', { name: 'Sku' }).fill('b');
    await line(2).getByRole('textbox', { name: 'Count' }).fill('0');
    await inputs.getByRole('textbox', { name: 'Heading' }).fill('N');
    await save(page);
    const tooSmall = 'Too small: expected number to be >=1';
    await line(2).getByText(tooSmall).waitFor();
    expect(await line(2).getByRole('textbox', { name: 'Count' }).getAttribute('aria-invalid')).toBe('true');
    expect(await line(1).getByRole('textbox', { name: 'Count' }).getAttribute('aria-invalid')).toBe('false');
    await inputs.getByText('Too small: expected string to have >=2 characters').waitFor();
    await inputs.getByRole('textbox', { name: 'Heading' }).and(page.locator(':focus')).waitFor();
    await inputs.getByRole('textbox', { name: 'Heading' }).fill('Now');
    await expect.poll(() => inputs.getByText('Too small: expected string').count()).toBe(0);
    expect(await line(2).getByText(tooSmall).count()).toBe(1);
    await line(2).getByRole('textbox', { name: 'Count' }).fill('x');
    await save(page);
    await line(2).getByText('Must be a number').waitFor();
    await inputs.getByRole('button', { name: 'Remove Line 2', exact: true }).click();
    await save(page);
    await page.getByText('The box is saved.').waitFor();
    expect(await contentOf(page, 1)).toEqual({ ...stored, title: 'Now' });
  });

  it('is JSON at the press of a button, and where a value is of another kind', async () => {
    await using staff = await open('#/t.Box/3');
    const { page } = staff;
    await form(page).getByRole('textbox', { name: 'Heading' }).waitFor();
    await expect.poll(() => form(page).locator('[contenteditable=true]').count()).toBe(3);
    expect(await page.getByText('Changed').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Name' }).fill('Other');
    await save(page);
    await page.getByText('The box is saved.').waitFor();
    await button(page, 'As JSON').click();
    await expect.poll(() => form(page).textContent()).toContain('"lines"');
    expect(await ask(page, 't.Box/3/')).toMatchObject({ name: 'Other', content: { title: 5, lines: 'none' } });
  });

  it('stays as it is shown while what is entered is no value, so that nothing of it is lost', async () => {
    await using staff = await open('#/t.Box/1');
    const { page } = staff;
    const toggle = button(page, 'As JSON').first();
    await form(page).getByLabel('weight').fill('much');
    await form(page).getByLabel('Heading').focus();
    await expect.poll(() => toggle.isDisabled()).toBe(true);
    await save(page);
    await page.getByText('The form is not valid').waitFor();
    expect(await form(page).innerText()).not.toContain('react-admin');
    await form(page).getByLabel('weight').fill('7');
    await toggle.click();
    const text = form(page).locator('[contenteditable=true]');
    await text.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"title": oops');
    await expect.poll(() => toggle.isDisabled()).toBe(true);
    await save(page);
    await page.getByText('This is no JSON').waitFor();
    expect(await text.innerText()).toContain('oops');
    expect(await form(page).innerText()).not.toContain('react-admin');
    expect(await contentOf(page, 1)).toEqual(stored);
  });

  it('begins anew where there is no value, and can be emptied', async () => {
    await using staff = await open('#/t.Box/2');
    const { page } = staff;
    await form(page).getByRole('textbox', { name: 'Heading' }).fill('First');
    await save(page);
    await page.getByText('The box is saved.').waitFor();
    expect(await contentOf(page, 2)).toEqual({ title: 'First', state: null, isFragile: false });
    await button(page, 'Clear value').click();
    await save(page);
    await expect.poll(() => contentOf(page, 2)).toBeNull();
  });

  it('is read as titles and values', async () => {
    await using viewer = await at('#/t.Box/1/show', 'root', password);
    const { page } = viewer;
    await page.getByRole('term').filter({ hasText: 'Heading' }).waitFor();
    await page.getByRole('term').filter({ hasText: 'mine' }).waitFor();
  });
});
