/** Puts a text on the clipboard. Rejects if the browser allows it in no way. */
export async function copyText(text: string): Promise<void> {
  // Pages without https have no clipboard.
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser has not copied the text.');
}
