import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element has been in sight, with what is given to it as its `ref`. */
export function useSeen(): readonly [RefCallback<Element>, boolean] {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, isSeen];
}
