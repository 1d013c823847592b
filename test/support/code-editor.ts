import type { Locator } from 'playwright-core';

/** Replaces the text of a code editor by keys, as a person does. */
export async function written(editor: Locator, text: string): Promise<void> {
  // A plain text that can not be changed stands there until the editor is loaded.
  await editor.and(editor.page().locator('[contenteditable=true]')).click();
  await editor.press('Control+a');
  await editor.press('Delete');
  await editor.page().keyboard.insertText(text);
}
