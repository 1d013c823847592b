import { localStorageStore, type Store } from 'react-admin';
import { isObject } from './use-stored.ts';

/** The name under which the browser keeps what belongs to a tab. */
const storageKey = 'grimoire.tab';

/** Filters, ticks, the page of a list, and the rows that were opened last. In another tab, a person does something else. */
function isOfTab(key: string): boolean {
  return /\.(listParams|selectedIds)$/.test(key) || /^(visited|shown|view|viewColumns|viewLook)\./.test(key);
}

/** What the dashboard remembers: looks and columns for all tabs of the browser, filters and ticks for one tab. */
export function dashboardStore(): Store {
  const shared = localStorageStore();
  const values = readKept();
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const write = (key: string, value: unknown): void => {
    if (value === undefined) values.delete(key);
    // Without a filter, react-admin ignores the parameters: those of an address that someone wrote.
    else values.set(key, key.endsWith('.listParams') && isObject(value) ? { filter: {}, ...value } : value);
    keep(values);
    for (const listener of listeners.get(key) ?? []) listener(value);
  };
  return {
    ...shared,
    getItem: (key, fallback) => (isOfTab(key) ? ((values.get(key) as typeof fallback) ?? fallback) : shared.getItem(key, fallback)),
    setItem: (key, value) => (isOfTab(key) ? write(key, value) : shared.setItem(key, value)),
    removeItem: (key) => (isOfTab(key) ? write(key, undefined) : shared.removeItem(key)),
    removeItems(prefix) {
      for (const key of [...values.keys()].filter((one) => one.startsWith(prefix))) write(key, undefined);
      shared.removeItems(prefix);
    },
    reset() {
      for (const key of values.keys()) write(key, undefined);
      shared.reset();
    },
    subscribe(key, listener) {
      if (!isOfTab(key)) return shared.subscribe(key, listener);
      const all = listeners.get(key) ?? new Set();
      listeners.set(key, all.add(listener));
      return () => void all.delete(listener);
    },
  };
}

function readKept(): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  } catch {
    return new Map();
  }
}

/** Without a place to keep it, it lasts until the page is loaded again. */
function keep(values: ReadonlyMap<string, unknown>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(values)));
  } catch {
    // The browser allows no storage, or it is full.
  }
}
