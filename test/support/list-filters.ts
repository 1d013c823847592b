import type { Locator, Page } from 'playwright-core';

/** What is entered for a filter, by how it is asked for. */
export interface EnteredFilter {
  readonly operator?: string;
  /** Choices that are ticked. */
  readonly choices?: readonly string[];
  /** Rows that are picked, each by what is typed and by its label. */
  readonly rows?: readonly (readonly [typed: string, label: string])[];
  /** Values by the labels of their inputs. */
  readonly values?: Readonly<Record<string, string>>;
  /** Of a boolean. */
  readonly answer?: 'Yes' | 'No';
}

/** The filter of a list by a field, as the bar tells it. */
export function filterChip(page: Page, field: string): Locator {
  return page.getByRole('group', { name: `Filter by ${field}`, exact: true });
}

/** Opens the editor of a new filter. */
export async function openFilter(page: Page, field: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: field, exact: true }).click();
  return page.getByRole('dialog', { name: field, exact: true });
}

/** Adds a filter to a list. */
export async function addFilter(page: Page, field: string, { operator, choices, rows, values, answer }: EnteredFilter): Promise<void> {
  const editor = await openFilter(page, field);
  if (operator !== undefined) await editor.getByLabel('Operator').selectOption(operator);
  for (const name of choices ?? []) await editor.getByRole('checkbox', { name, exact: true }).click();
  for (const [typed, label] of rows ?? []) {
    await editor.getByRole('combobox', { name: field }).fill(typed);
    await page.getByRole('option', { name: label, exact: true }).click();
  }
  for (const [label, value] of Object.entries(values ?? {})) await editor.getByLabel(label, { exact: true }).fill(value);
  if (answer) await editor.getByRole('button', { name: answer, exact: true }).click();
  await editor.getByRole('button', { name: 'Apply' }).click();
  await editor.waitFor({ state: 'hidden' });
}
