import { useEffect, useState } from 'react';

/**
 * The first element in sight that one of the selectors finds; null as long as there is none.
 * @param onChange called when the page has changed: the element may stand elsewhere then
 */
export function useAnchor(selectors: readonly string[], onChange: () => void): Element | null {
  const [anchor, setAnchor] = useState<Element | null>(null);
  useEffect(() => {
    const look = (): void => {
      setAnchor(found(selectors));
      onChange();
    };
    look();
    // Pages and menus are made while they load.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', look);
    };
  }, [selectors, onChange]);
  useEffect(() => {
    if (!anchor) return undefined;
    anchor.setAttribute('data-toured', '');
    anchor.scrollIntoView({ block: 'nearest' });
    return () => anchor.removeAttribute('data-toured');
  }, [anchor]);
  return anchor;
}

function found(selectors: readonly string[]): Element | null {
  for (const selector of selectors) {
    const element = [...document.querySelectorAll(selector)].find(isInSight);
    if (element) return element;
  }
  return null;
}

/** Whether an element is shown, and not beside the window as a closed menu is. */
function isInSight(element: Element): boolean {
  const { width, height, left, right } = element.getBoundingClientRect();
  return width > 0 && height > 0 && right > 0 && left < window.innerWidth && getComputedStyle(element).visibility === 'visible';
}
