import type { Locator } from 'playwright-core';
import { counted } from '../../support/list-filters.ts';
import type { Hand } from './hand.ts';

/** Opens the editor of a new filter: the button, and the field. */
async function openFilter(hand: Hand, field: string): Promise<Locator> {
  const { page } = hand;
  await hand.button('Add filter');
  await hand.click(page.getByRole('menuitem', { name: field, exact: true }));
  return page.getByRole('dialog', { name: field, exact: true });
}

/** Adds a filter to a list, by what is entered, and the button that applies it. */
export async function addFilter(hand: Hand, field: string, enter: (editor: Locator) => Promise<void>): Promise<void> {
  const editor = await openFilter(hand, field);
  await enter(editor);
  await hand.button('Apply', editor);
  await editor.waitFor({ state: 'hidden' });
}

/** Adds a filter to a list by an answer, such as “No” or a period, which is applied at once. */
export async function addAnswer(hand: Hand, field: string, answer: string): Promise<void> {
  const editor = await openFilter(hand, field);
  await hand.button(counted(answer), editor);
  await editor.waitFor({ state: 'hidden' });
}

/** Adds a filter by one of the choices of a field. */
export function addChoice(hand: Hand, field: string, choice: string): Promise<void> {
  return addFilter(hand, field, (editor) => hand.click(editor.getByRole('checkbox', { name: counted(choice) })));
}

/** Ticks the rows of a list at these places. */
export async function tick(hand: Hand, ...places: readonly number[]): Promise<void> {
  for (const place of places) await hand.click(hand.page.locator('tbody .dash-tick').nth(place));
}

/** Makes a list a sheet, and gives the keyboard to one of its cells. */
export async function beginSheet(hand: Hand, cell: Locator): Promise<void> {
  await hand.button('Sheet');
  await cell.waitFor();
  await hand.click(cell);
  await cell.and(hand.page.locator(':focus')).waitFor();
}
