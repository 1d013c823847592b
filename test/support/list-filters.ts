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
  /** Of a boolean, or the name of a period. */
  readonly answer?: string;
}

/** The filter of a list by a field, as the bar tells it. */
export function filterChip(page: Page, field: string): Locator {
  return page.getByRole('group', { name: `Filter by ${field}`, exact: true });
}

/** Opens the editor of a new filter. @param part of the page, where the filter is not one of its list. */
export async function openFilter(page: Page, field: string, part: Page | Locator = page): Promise<Locator> {
  await part.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: field, exact: true }).click();
  const editor = page.getByRole('dialog', { name: field, exact: true });
  // A click while it opens is lost where another element is under the pointer when the button goes up: first it stands still.
  await editor.click({ trial: true });
  return editor;
}

/** The name of a value, with or without the number of its rows. */
export function counted(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(/[^\w\s]/g, '\\$&')}( ?[\\d,]+ .+)?$`);
}

/** Adds a filter to a list. @param part of the page, where the filter is not one of its list. */
export async function addFilter(page: Page, field: string, entered: EnteredFilter, part: Page | Locator = page): Promise<void> {
  const { operator, choices, rows, values, answer } = entered;
  const editor = await openFilter(page, field, part);
  if (operator !== undefined) await editor.getByLabel('Operator').selectOption(operator);
  for (const name of choices ?? []) await editor.getByRole('checkbox', { name: counted(name) }).click();
  for (const [typed, label] of rows ?? []) {
    await editor.getByRole('combobox', { name: field }).fill(typed);
    await page.getByRole('option', { name: counted(label) }).click();
  }
  for (const [label, value] of Object.entries(values ?? {})) await editor.getByLabel(label, { exact: true }).fill(value);
  // An answer is applied at once.
  await editor.getByRole('button', { name: answer ? counted(answer) : 'Apply' }).click();
  await editor.waitFor({ state: 'hidden' });
}
