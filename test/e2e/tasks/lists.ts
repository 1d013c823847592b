import type { Locator } from 'playwright-core';
import type { Hand } from './hand.ts';

/** Adds a filter to a list: the button, the field, what is entered, and the key that applies it. */
export async function addFilter(hand: Hand, field: string, enter: (editor: Locator) => Promise<void>): Promise<void> {
  const { page } = hand;
  await hand.button('Add filter');
  await hand.click(page.getByRole('menuitem', { name: field, exact: true }));
  const editor = page.getByRole('dialog', { name: field, exact: true });
  await enter(editor);
  await hand.button('Apply', editor);
  await editor.waitFor({ state: 'hidden' });
}

/** Adds a filter by one of the choices of a field. */
export function addChoice(hand: Hand, field: string, choice: string): Promise<void> {
  return addFilter(hand, field, (editor) => hand.click(editor.getByRole('checkbox', { name: choice, exact: true })));
}

/** Ticks the rows of a list at these places. */
export async function tick(hand: Hand, ...places: readonly number[]): Promise<void> {
  for (const place of places) await hand.click(hand.page.getByLabel('Select this row').nth(place));
}
