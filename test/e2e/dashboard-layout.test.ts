/** The layout of a form, as a config sets it. */
import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { ask } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';
import { answer } from '../support/questions.ts';

const setup = `CREATE TABLE parcel (id integer PRIMARY KEY, number varchar(20) NOT NULL, status varchar(20) NOT NULL, is_gift boolean NOT NULL DEFAULT false,
    greeting varchar(40), carrier varchar(20) NOT NULL DEFAULT '', insured_for varchar(20) NOT NULL DEFAULT '', note text);
  INSERT INTO parcel (id, number, status, carrier, insured_for) VALUES (1, 'P1', 'open', 'Post', 'nothing'), (2, 'P2', 'open', 'Post', 'all'), (3, 'P3', 'open', 'Post', 'all'),
    (4, 'P4', 'sent', 'Post', 'all')`;

const parcel = model('parcel', 't.Parcel', {
  fields: {
    id: { readonly: true },
    status: { choices: ['open', 'sent'] },
    greeting: { visibleWhen: { is_gift: true } },
    carrier: { readOnlyWhen: { status: 'sent' } },
  },
  form: {
    tabs: ['Parcel', 'Insurance'],
    sections: [
      { title: 'Contents', fields: ['number', { name: 'status', width: 'third' }, 'is_gift', 'greeting'] },
      { title: 'Delivery', fields: ['carrier'], collapsed: true },
      { title: 'Sum', tab: 'Insurance', help: 'What the carrier pays.', fields: ['insured_for'] },
    ],
  },
  validate: ({ insured_for: sum, carrier, note }) => ({
    ...(note === 'silent' ? { greeting: 'Say hello.' } : {}),
    ...(sum === 'much' ? { insured_for: 'Too much.' } : {}),
    ...(carrier === 'none' ? { carrier: 'Nobody brings it.' } : {}),
  }),
});

describe('a form with a layout', () => {
  const { service } = serviceForAll(() => startService({ dialect: 'sqlite', setup, models: [parcel] }));
  const { at } = dashboardOf(() => listening(service.admin));

  it('has tabs, of which one button saves all, and sections that are opened', async () => {
    await using staff = await at('#/t.Parcel/1', 'root', password);
    const { page } = staff;
    const carrier = page.getByRole('textbox', { name: 'Carrier' });
    await page.getByRole('textbox', { name: 'Number' }).fill('P1b');
    expect(await carrier.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Delivery' }).click();
    await carrier.fill('Bike');
    await page.getByRole('tab', { name: 'Insurance' }).click();
    await page.getByText('What the carrier pays.').waitFor();
    expect(await carrier.isVisible()).toBe(false);
    await page.getByRole('textbox', { name: 'Insured for' }).fill('half');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The parcel is saved.').waitFor();
    expect(await ask(page, 't.Parcel/1/')).toMatchObject({ number: 'P1b', carrier: 'Bike', insured_for: 'half' });
    // The tab stays the one that was opened.
    expect(await page.getByRole('tab', { name: 'Insurance' }).getAttribute('aria-selected')).toBe('true');
  });

  it('opens the tab and the section of what was refused', async () => {
    await using staff = await at('#/t.Parcel/2', 'root', password);
    const { page } = staff;
    staff.expectMessage(/400/);
    await page.getByRole('tab', { name: 'Insurance' }).click();
    await page.getByRole('textbox', { name: 'Insured for' }).fill('much');
    await page.getByRole('tab', { name: 'Parcel', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Too much.').waitFor();
    expect(await page.getByRole('tab', { name: 'Insurance · 1 problem' }).getAttribute('aria-selected')).toBe('true');
    await page.locator('input:focus[name=insured_for]').waitFor();
    await page.getByRole('textbox', { name: 'Insured for' }).fill('all');
    await page.getByRole('tab', { name: 'Parcel', exact: true }).click();
    await page.getByRole('button', { name: 'Delivery' }).click();
    await page.getByRole('textbox', { name: 'Carrier' }).fill('none');
    await page.getByRole('button', { name: 'Delivery' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Nobody brings it.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Carrier' }).isVisible()).toBe(true);
    await page.getByRole('textbox', { name: 'Carrier' }).fill('Post');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The parcel is saved.').waitFor();
  });

  it('shows fields only while their conditions hold, and keeps their values', async () => {
    await using staff = await at('#/t.Parcel/1', 'root', password);
    const { page } = staff;
    const greeting = page.getByRole('textbox', { name: 'Greeting' });
    await page.getByRole('textbox', { name: 'Number' }).waitFor();
    expect(await greeting.count()).toBe(0);
    await page.getByRole('switch', { name: 'Is gift' }).click();
    await greeting.fill('Hello');
    await page.getByRole('switch', { name: 'Is gift' }).click();
    await greeting.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The parcel is saved.').waitFor();
    expect(await ask(page, 't.Parcel/1/')).toMatchObject({ is_gift: false, greeting: 'Hello' });
    // What is chosen decides, not what is stored.
    await page.getByRole('button', { name: 'Delivery' }).click();
    await page.getByRole('textbox', { name: 'Carrier' }).fill('Train');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'sent' }).click();
    await page.getByRole('textbox', { name: 'Carrier' }).waitFor({ state: 'detached' });
    await page.getByText('Train', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'open' }).click();
    expect(await page.getByRole('textbox', { name: 'Carrier' }).inputValue()).toBe('Train');
  });

  it('offers in the list what the form of the row would offer, and for many rows what no condition closes', async () => {
    const filter = JSON.stringify({ number: ['P4'] });
    await using staff = await at(`#/t.Parcel?${new URLSearchParams({ filter }).toString()}`, 'root', password);
    const { page } = staff;
    const offered = async (): Promise<string[]> => {
      await page.getByRole('combobox', { name: 'Field' }).click();
      return page.getByRole('option').allInnerTexts();
    };
    const close = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await page.getByRole('link', { name: 'P4' }).waitFor();
    const isOffered = async (column: string): Promise<boolean> => {
      const names = await page.getByRole('columnheader').allInnerTexts();
      await page
        .locator('tbody tr td')
        .nth(names.indexOf(column))
        .hover({ position: { x: 2, y: 2 } });
      await page.getByRole('button', { name: `Copy ${column}` }).waitFor();
      return (await page.getByRole('button', { name: `Change ${column}` }).count()) > 0;
    };
    expect([await isOffered('Status'), await isOffered('Carrier'), await isOffered('Greeting')]).toEqual([true, false, false]);
    for (const key of ['j', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.locator('td[aria-readonly=true]').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox').last().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const ofMany = await offered();
    expect(ofMany).toEqual(expect.arrayContaining(['Status', 'Insured for']));
    expect(ofMany).not.toEqual(expect.arrayContaining(['Carrier']));
    await close();
  });

  it('shows a field that was hidden when the service has refused its value', async () => {
    await using staff = await at('#/t.Parcel/2', 'root', password);
    const { page } = staff;
    staff.expectMessage(/400/);
    await page.getByRole('textbox', { name: 'Note' }).fill('silent');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByRole('alert').getByText('Greeting: Say hello.').waitFor();
    // It stays while it is corrected.
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Hello');
    expect(await page.getByRole('textbox', { name: 'Greeting' }).inputValue()).toBe('Hello');
    await page.getByRole('textbox', { name: 'Note' }).fill('loud');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The parcel is saved.').waitFor();
    await page.getByRole('textbox', { name: 'Greeting' }).waitFor({ state: 'detached' });
    expect(await ask(page, 't.Parcel/2/')).toMatchObject({ greeting: 'Hello' });
  });

  it('marks what was changed, and asks before it discards much', async () => {
    await using staff = await at('#/t.Parcel/3', 'root', password);
    const { page } = staff;
    const changed = page.getByRole('group', { name: 'Changed' });
    const focused = page.locator('button:focus', { hasText: 'Save and continue editing' });
    await page.getByRole('textbox', { name: 'Number' }).fill('P3b');
    expect(await changed.getByRole('textbox', { name: 'Number' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Discard' }).click();
    await focused.waitFor();
    expect([await changed.count(), await page.getByRole('alertdialog').count()]).toEqual([0, 0]);
    await page.getByRole('textbox', { name: 'Number' }).fill('P3b');
    await page.getByRole('textbox', { name: 'Note' }).fill('Fragile');
    await page.getByRole('switch', { name: 'Is gift' }).click();
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Hello');
    await page.getByText('4 changes not saved').waitFor();
    await staff.stillness();
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await answer(page, 'Keep editing')).toBe('Discard 4 changes?');
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Fragile');
    await page.getByRole('button', { name: 'Discard' }).click();
    await answer(page, 'Discard');
    await focused.waitFor();
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'Note' }).fill('Fragile');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The parcel is saved.').waitFor();
    await focused.waitFor();
    await changed.waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)('has no barriers, %s', async (colorScheme) => {
    await using staff = await at('#/t.Parcel/1', 'root', password, { colorScheme });
    const { page } = staff;
    await page.getByRole('tab', { name: 'Insurance' }).waitFor();
    await staff.stillness();
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Delivery' }).click();
    expect(await staff.barriers()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await staff.open('#/t.Parcel/1');
    await page.getByRole('tab', { name: 'Insurance' }).click();
    await staff.stillness();
    expect(await staff.barriers()).toEqual([]);
  });
});
