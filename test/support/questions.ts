import type { Page } from 'playwright-core';

/** Answers the question that the dashboard asks before something goes on. @param text the text of the button. @returns the question */
export async function answer(page: Page, text: string): Promise<string> {
  const question = page.getByRole('alertdialog');
  const title = await question.getByRole('heading').textContent();
  await question.getByRole('button', { name: text, exact: true }).click();
  await question.waitFor({ state: 'hidden' });
  return title ?? '';
}
