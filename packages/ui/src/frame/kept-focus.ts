import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusContent, isFocusLost } from '../layout/focus.ts';

/** A dialog, a drawer, a menu or a small window. */
const opened = '.MuiModal-root';

/** Moves the keyboard focus to the page's content where what had it is gone, so that the next key does not start at the top of the page. */
export function useKeptFocus(): void {
  useFocusAfterWindow();
  useStartOfPage();
}

/**
 * Where another page is shown, and what had the focus was a part of the one before: a link in a row, a button that saved it. The page begins at its top, but on
 * the way back, on which the browser scrolls.
 */
function useStartOfPage(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!isBack) window.scrollTo(0, 0);
    if (isFocusLost()) focusContent();
  }, [pathname, isBack]);
}

/** Where a window is gone that had the focus, and so is what opened it: a button above ticked rows, an item of a menu. */
function useFocusAfterWindow(): void {
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
