import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dashboardStore } from './tab-store.ts';

describe('what the dashboard remembers', () => {
  const clear = (): void => {
    sessionStorage.clear();
    localStorage.clear();
  };
  beforeEach(clear);
  afterEach(clear);

  it('is for one tab where it is about what one does there, and survives a reload of the tab', () => {
    const store = dashboardStore();
    const listener = vi.fn();
    store.subscribe('t.A.selectedIds', listener);
    store.setItem('t.A.selectedIds', [1, 2]);
    store.setItem('t.A.listParams', { filter: { q: 'x' } });
    store.setItem('columns.t.A', { order: [], shown: [] });
    expect(listener).toHaveBeenCalledWith([1, 2]);
    expect(dashboardStore().getItem('t.A.selectedIds')).toEqual([1, 2]);
    // Another tab has a session storage of its own.
    sessionStorage.clear();
    const other = dashboardStore();
    expect([other.getItem('t.A.selectedIds'), other.getItem('t.A.listParams', 'none')]).toEqual([undefined, 'none']);
    expect(other.getItem('columns.t.A')).toEqual({ order: [], shown: [] });
  });

  it('is all forgotten when the person signs out, and nothing where the browser keeps something else', () => {
    const store = dashboardStore();
    store.setItem('visited.1', [{}]);
    store.setItem('density', 'dense');
    store.reset();
    expect([store.getItem('visited.1'), store.getItem('density')]).toEqual([undefined, undefined]);
    sessionStorage.setItem('grimoire.tab', '{"broken');
    expect(dashboardStore().getItem('visited.1', 'none')).toBe('none');
    sessionStorage.setItem('grimoire.tab', '5');
    expect(dashboardStore().getItem('visited.1', 'none')).toBe('none');
  });
});
