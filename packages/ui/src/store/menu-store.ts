import type { Store } from 'react-admin';

/** The name under which react-admin keeps whether the menu is open. */
const key = 'sidebar.open';

type WidthQuery = Pick<MediaQueryList, 'matches' | 'addEventListener'>;

/** A screen narrower than `sm` of the theme. */
export function narrowScreen(): WidthQuery {
  return window.matchMedia('(max-width:599.95px)');
}

/**
 * The store, with a menu that is closed when a screen becomes narrow: there the menu covers the page. Whether it is open on a narrow screen is not kept, and
 * says nothing of wide ones.
 * @param narrow matches on a narrow screen
 */
export function withMenuByWidth(store: Store, narrow: WidthQuery): Store {
  const listeners = new Set<(value: unknown) => void>();
  let isOpen = false;
  function setOpen(value: boolean): void {
    isOpen = value;
    if (narrow.matches) for (const listener of listeners) listener(value);
  }
  // On a screen that becomes wide, react-admin reads it again: the default of `useSidebarState` is another one there.
  narrow.addEventListener('change', () => setOpen(false));
  const isOwn = (name: string): boolean => name === key && narrow.matches;
  return {
    ...store,
    getItem: (name, fallback) => (isOwn(name) ? (isOpen as typeof fallback) : store.getItem(name, fallback)),
    setItem: (name, value) => (isOwn(name) ? setOpen(value === true) : store.setItem(name, value)),
    // React-admin resets the store when the user signs out, which they do in the menu.
    reset() {
      store.reset();
      setOpen(false);
    },
    subscribe(name, listener) {
      if (name !== key) return store.subscribe(name, listener);
      listeners.add(listener);
      // Another tab stores the state of a wide screen.
      const end = store.subscribe(name, (value) => narrow.matches || listener(value));
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}
