import type { Page } from 'playwright-core';

interface Clipboard {
  readonly navigator: { readonly clipboard: { writeText(text: string): Promise<void>; readText(): Promise<string> } };
}

/** Puts a text on the clipboard of a page, as if it was copied elsewhere. */
export async function copyElsewhere(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => (globalThis as unknown as Clipboard).navigator.clipboard.writeText(words), text);
}

/** What is on the clipboard. */
export function copiedText(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as Clipboard).navigator.clipboard.readText());
}
