import { flushSync } from 'react-dom';

/** As a `ref`: gives the focus to an input or a button when it is shown. */
export function focusWhenShown(input: HTMLElement | null): void {
  input?.focus();
}

/** The id of the page's content. */
export const contentId = 'main-content';

/** Moves the keyboard focus to the page's content, where the element that had it was removed. */
export function focusContent(): void {
  const content = contentOfPage();
  if (content) focusOn(content);
}

/** What has the keyboard focus in place of a button that has disappeared, until the focus moves on. */
let receiver: HTMLElement | null = null;

const regions = '[role=dialog], [role=tabpanel], form, section';

/**
 * As a `ref` of a button that disappears when it has done what it is for: moves the keyboard focus from it to the window, form or section in which it stands,
 * or to the page's content, so that the next key does not start at the top of the page. If such a button comes there then, as where another try has
 * failed too, it gets the focus back.
 */
export function focusPassedOn(button: HTMLElement | null): () => void {
  if (button && receiver?.contains(button) === true) button.focus({ preventScroll: true });
  return () => {
    if (button && document.activeElement === button) passOn(button);
  };
}

function passOn(button: HTMLElement): void {
  const region = button.closest<HTMLElement>(regions) ?? contentOfPage();
  const opened = button.closest<HTMLElement>('[role=dialog]');
  if (!region) return;
  focusOn(region);
  receiver = region;
  document.addEventListener('focusin', () => (receiver = null), { once: true });
  queueMicrotask(() => {
    // The section may be gone with its button.
    if (region.isConnected) return;
    receiver = null;
    if (document.activeElement !== document.body) return;
    if (opened?.isConnected === true) focusOn(opened);
    else focusContent();
  });
}

function contentOfPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${contentId}`);
}

function focusOn(region: HTMLElement): void {
  if (!region.hasAttribute('tabindex')) {
    region.tabIndex = -1;
    // It is no control that a ring would show.
    region.style.outline = 'none';
  }
  region.focus({ preventScroll: true });
}

/** Closes a dialog, and moves the keyboard focus to the page's content: after the dialog, which gives it back to its button. */
export function leaveForContent(close: () => void): void {
  flushSync(close);
  focusContent();
}

/** Closes a dialog, which gives the keyboard focus back to the button that opened it, or to the page's content where that is gone. */
export function leaveForOpener(close: () => void): void {
  flushSync(close);
  if (isFocusLost()) focusContent();
}

/**
 * Whether no element has the keyboard focus, because what had it is gone. The page's content as a whole counts as none: it is where the focus goes if no
 * element is known (`kept-focus.ts`), on a slow machine before this is called.
 */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === contentId;
}

/** Moves the keyboard focus to an element if no element has it. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (isFocusLost()) element?.focus();
}
