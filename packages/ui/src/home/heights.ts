import { useMemo } from 'react';
import { useStoreContext } from 'react-admin';

/** The heights that widgets had when they were shown last, in pixels. */
export interface Heights {
  /** Undefined where it is not known. */
  readonly of: (name: string) => number | undefined;
  readonly remember: (name: string, height: number) => void;
}

/** No widget is higher than this, in pixels; what is stored may be anything. */
const most = 5000;

function isHeight(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= most;
}

/** The heights of widgets, which this browser remembers: a widget that is read again has its place at once. */
export function useHeights(): Heights {
  const store = useStoreContext();
  return useMemo(() => {
    const keyOf = (name: string): string => `widgetHeight.${name}`;
    return {
      of(name) {
        const height: unknown = store.getItem(keyOf(name), undefined);
        return isHeight(height) ? height : undefined;
      },
      remember(name, height) {
        if (isHeight(height)) store.setItem(keyOf(name), height);
      },
    };
  }, [store]);
}
