/** What is entered and not yet a value: a save takes it, or says at its input why not. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask, button, change } from '../support/page-requests.ts';
import type { StaffPage } from '../support/staff-page.ts';
import { answer } from '../support/questions.ts';
import { menuLink } from '../support/menu.ts';

const choose = 'Choose from the list, or empty the text.';

/** The bodies of the changes that a page sends. */
function changesOf(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** Types a text into a picker, and waits until it lists what was found for it. */
async function find({ page, stillness }: StaffPage, picker: Locator, text: string): Promise<void> {
  const found = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === text);
  await picker.fill(text);
  await found;
  await page.getByRole('option', { name: text, exact: true }).waitFor();
  await stillness();
}

describe('what is entered and not yet a value', () => {
  const { at } = shopDashboard(60);

  /** A product, and the label of another category than its own. */
  async function withCategory(
    page: Page,
    id: number,
  ): Promise<{ readonly other: { value: unknown; label: string }; readonly own: string }> {
    const { category } = await ask(page, `catalog.Product/${id}/`);
    const { results } = await ask(page, 'catalog.Category/autocomplete/?q=');
    const labelled = results.filter(
      ({ label }: { label: string }) => results.filter((one: { label: string }) => one.label.includes(label)).length === 1,
    );
    const other = labelled.find(({ value }: { value: unknown }) => value !== category);
    return { other, own: results.find(({ value }: { value: unknown }) => value === category).label };
  }

  it('is taken from a picker by a save where it is the label of one option, and else kept and refused', async () => {
    await using staff = await at('#/catalog.Product/5');
    const { page } = staff;
    const { other } = await withCategory(page, 5);
    const sent = changesOf(page);
    const picker = page.getByRole('combobox', { name: 'Category' });
    await picker.selectText();
    await page.keyboard.insertText('Nothing of this name');
    for (const save of [() => page.keyboard.press('Control+s'), () => button(page, 'Save').click()]) {
      await save();
      await page.getByText(choose).waitFor();
      await picker.and(page.locator(':focus')).waitFor();
      expect([await picker.inputValue(), await page.getByRole('listbox').count(), sent]).toEqual(['Nothing of this name', 0, []]);
    }
    await find(staff, picker, other.label);
    await page.keyboard.press('Control+s');
    await page.getByText('The product is saved.').waitFor();
    expect(sent).toEqual([{ category: other.value }]);
    expect([await picker.inputValue(), await page.getByText(choose).count()]).toEqual([other.label, 0]);
    await picker.fill('Nothing of this name');
    await menuLink(page, 'Tags').click();
    // What is no value yet can not be saved.
    expect(await page.getByRole('alertdialog').getByRole('button', { name: 'Save and go on' }).count()).toBe(0);
    await answer(page, 'Keep editing');
    expect([page.url(), await picker.inputValue()]).toEqual([expect.stringMatching(/catalog.Product\/5$/), 'Nothing of this name']);
  });

  it('is the same in a picker of several rows', async () => {
    await using staff = await at('');
    const { page } = staff;
    const { results } = await ask(page, 'catalog.Tag/autocomplete/?q=');
    await change(page, 'PATCH', 'catalog.Product/6/', { tags: [results[0].value] });
    await staff.open('#/catalog.Product/6');
    const sent = changesOf(page);
    const picker = page.getByRole('combobox', { name: 'Tags' });
    await page.getByRole('button', { name: results[0].label, exact: true }).waitFor();
    await picker.click();
    await page.keyboard.insertText('Nothing of this name');
    await page.keyboard.press('Control+s');
    await page.getByText(choose).waitFor();
    expect([await picker.inputValue(), sent]).toEqual(['Nothing of this name', []]);
    await find(staff, picker, results[1].label);
    await button(page, 'Save and continue editing').click();
    await page.getByText('The product is saved.').waitFor();
    expect(sent).toEqual([{ tags: [results[0].value, results[1].value] }]);
    expect(await picker.inputValue()).toBe('');
  });

  it('is a day whose month was removed', async () => {
    await using staff = await at('');
    const { page } = staff;
    await change(page, 'PATCH', 'sales.Order/21/', { placedAt: '2026-11-11T10:00:00Z' });
    await staff.open('#/sales.Order/21');
    const sent = changesOf(page);
    const placed = page.getByLabel('Placed at');
    await placed.click({ position: { x: 18, y: 12 } });
    await page.keyboard.press('Backspace');
    expect(await placed.inputValue()).toBe('');
    await page.keyboard.press('Control+s');
    await page.getByText('Complete it, or empty it.').waitFor();
    expect(sent).toEqual([]);
    await page.keyboard.type('12');
    await page.keyboard.press('Control+s');
    await page.getByText('The order is saved.').waitFor();
    expect(sent).toEqual([{ placedAt: '2026-12-11T10:00:00.000Z' }]);
  });

  it('opens no list when a save is done, and gives the keyboard back', async () => {
    await using staff = await at('#/catalog.Product/7');
    const { page } = staff;
    const { other } = await withCategory(page, 7);
    const picker = page.getByRole('combobox', { name: 'Category' });
    await picker.fill(other.label);
    await page.getByRole('option', { name: other.label, exact: true }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('The product is saved.').waitFor();
    await picker.and(page.locator(':focus')).waitFor();
    await staff.stillness();
    expect([await picker.getAttribute('aria-expanded'), await page.getByRole('listbox').count()]).toEqual(['false', 0]);
  });

  it('in the window of one value: what is typed replaces the text, and Enter saves it or says why not', async () => {
    await using staff = await at('#/catalog.Product');
    const { page } = staff;
    const { results } = await ask(page, 'catalog.Product/?page_size=1');
    const { other, own } = await withCategory(page, results[0].id);
    await page.locator('tbody tr').first().waitFor();
    await page
      .locator('tbody tr')
      .first()
      .getByRole('cell')
      .nth(4)
      .hover({ position: { x: 2, y: 2 } });
    await button(page, 'Change Category').click();
    const window = page.getByRole('dialog');
    const picker = window.getByRole('combobox', { name: 'Category' });
    await expect.poll(() => picker.inputValue()).toBe(own);
    await staff.stillness();
    expect(await page.getByRole('listbox').count()).toBe(0);
    const sent = changesOf(page);
    await page.keyboard.type('zzz');
    expect(await picker.inputValue()).toBe('zzz');
    await page.keyboard.press('Enter');
    await window.getByText(choose).waitFor();
    expect(await picker.inputValue()).toBe('zzz');
    // A click beside the window would take it away.
    await page.mouse.click(5, 5);
    await window.getByText('What you entered is still here.').waitFor();
    expect(await picker.inputValue()).toBe('zzz');
    await find(staff, picker, other.label);
    await page.keyboard.press('Control+s');
    await window.waitFor({ state: 'hidden' });
    expect(sent).toEqual([{ category: other.value }]);
  });

  it('in a change of many rows: yes or no is open until it is chosen, and Ctrl S goes on', async () => {
    await using staff = await at('#/catalog.Product');
    const { page } = staff;
    await page.locator('tbody').getByRole('checkbox').first().click();
    await button(page, 'Edit').click();
    const window = page.getByRole('dialog');
    const choice = async (name: string, option: string): Promise<void> => {
      await window.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choice('Field', 'Is active');
    expect(await window.getByRole('combobox', { name: 'Is active' }).innerText()).not.toMatch(/Yes|No/);
    await page.keyboard.press('Control+s');
    await window.getByText('Required').waitFor();
    await choice('Is active', 'No');
    const sent = page.waitForRequest(/catalog.Product\/bulk/);
    await page.keyboard.press('Control+s');
    expect((await sent).postData()).toContain('"isActive":false');
    await window.getByRole('button', { name: 'Change 1 product' }).waitFor();
    await page.keyboard.press('Control+s');
    await window.waitFor({ state: 'hidden' });
    // A text that is no value is not left out.
    await page.locator('tbody').getByRole('checkbox').first().click();
    await button(page, 'Edit').click();
    await choice('Field', 'Supplier');
    await window.getByRole('combobox', { name: 'Supplier' }).fill('Nothing of this name');
    await page.keyboard.press('Enter');
    await window.getByText(choose).waitFor();
  });
});
