import { createTheme } from '@mui/material/styles';
import { localStorageStore } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { themesOf } from '../theme/theme.ts';
import { narrowScreen, withMenuByWidth } from './menu-store.ts';

const key = 'sidebar.open';

/** A screen whose width changes. */
class TestScreen extends EventTarget {
  matches = false;
  become(isNarrow: boolean): void {
    this.matches = isNarrow;
    this.dispatchEvent(new Event('change'));
  }
}

describe('whether the menu is open', () => {
  afterEach(() => {
    localStorage.clear();
    vi.restoreAllMocks();
  });

  it('depends on the width at which the theme has a narrow screen', () => {
    const query = vi.spyOn(window, 'matchMedia').mockReturnValue(new TestScreen() as unknown as MediaQueryList);
    narrowScreen();
    const { breakpoints } = createTheme(themesOf('#5a4a8a').light);
    expect(query.mock.calls).toEqual([[breakpoints.down('sm').replace('@media ', '')]]);
  });

  it('is kept on a wide screen', () => {
    const stored = localStorageStore();
    const store = withMenuByWidth(stored, new TestScreen());
    expect(store.getItem(key, true)).toBe(true);
    const listener = vi.fn();
    const end = store.subscribe(key, listener);
    store.setItem(key, false);
    expect([store.getItem(key, true), stored.getItem(key)]).toEqual([false, false]);
    expect(listener.mock.calls).toEqual([[false]]);
    end();
    store.setItem(key, true);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is no when the screen becomes narrow, and as it was when it is wide again', () => {
    const stored = localStorageStore();
    const screen = new TestScreen();
    const store = withMenuByWidth(stored, screen);
    const listener = vi.fn();
    store.subscribe(key, listener);
    for (const wide of [true, false]) {
      store.setItem(key, wide);
      listener.mockClear();
      screen.become(true);
      expect(store.getItem(key, true)).toBe(false);
      expect(listener.mock.calls).toEqual([[false]]);
      store.setItem(key, true);
      expect([store.getItem(key, false), stored.getItem(key)]).toEqual([true, wide]);
      // Another tab changes it.
      stored.setItem(key, wide);
      expect(listener.mock.calls).toEqual([[false], [true]]);
      screen.become(false);
      expect(store.getItem(key, true)).toBe(wide);
    }
  });

  it('is no after the user has signed out in the menu', () => {
    const screen = new TestScreen();
    const store = withMenuByWidth(localStorageStore(), screen);
    store.setItem(key, false);
    screen.become(true);
    store.setItem(key, true);
    const listener = vi.fn();
    store.subscribe(key, listener);
    store.reset();
    expect(store.getItem(key, true)).toBe(false);
    expect(listener).toHaveBeenLastCalledWith(false);
    screen.become(false);
    expect(store.getItem(key, true)).toBe(true);
  });

  it('changes nothing else', () => {
    const screen = new TestScreen();
    screen.become(true);
    const stored = localStorageStore();
    const store = withMenuByWidth(stored, screen);
    const listener = vi.fn();
    store.subscribe('theme', listener);
    store.setItem('theme', 'dark');
    expect([store.getItem('theme'), stored.getItem('theme')]).toEqual(['dark', 'dark']);
    expect(listener.mock.calls).toEqual([['dark']]);
  });
});
