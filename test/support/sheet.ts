import type { Locator, Page } from 'playwright-core';

/** What has the keyboard. */
export function focused(page: Page): Locator {
  return page.locator(':focus');
}

/** A cell of a list, by its row and its column, from 0. */
export function cellAt(page: Page, row: number, column: number): Locator {
  return page.locator('tbody tr').nth(row).locator('td').nth(column);
}

/** What says how many cells are changed. */
export function sheetBar(page: Page): Locator {
  return page.getByRole('toolbar', { name: 'Sheet' });
}

/** Presses keys, one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Makes the list a sheet, with the keyboard in a cell. */
export async function beginSheet(page: Page, place: Locator): Promise<void> {
  await place.waitFor();
  await page.getByRole('button', { name: 'Sheet' }).click();
  await page.getByRole('grid').waitFor();
  await page.getByRole('gridcell').and(focused(page)).waitFor();
  await place.click({ position: { x: 4, y: 4 } });
  await place.and(focused(page)).waitFor();
}
