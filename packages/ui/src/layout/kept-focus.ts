import { useEffect } from 'react';
import { focusContent } from './focus.ts';

/** A dialog, a drawer, a menu or a small window. */
const opened = '.MuiModal-root';

/**
 * Moves the keyboard focus to the page's content where a window is gone that had it, and so is what opened it: a button above ticked rows, an item
 * of a menu.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof Element && target.closest(opened) ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      if (!document.querySelector(opened)) focusContent();
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}
