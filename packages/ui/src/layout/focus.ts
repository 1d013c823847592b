/** Takes who works by keys to the page's content, where what they stood on is gone. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('#main-content');
  if (!content) return;
  content.tabIndex = -1;
  content.focus({ preventScroll: true });
}
