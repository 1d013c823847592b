import type { ScaleCase } from '../scale/cases.ts';

const folder = '/api/r/sales.Order/';

/** Rows of an action, and of an undo. */
export const manyRows = 10_000;

/** A note that a row never had. */
function note(n: number): string {
  return `Ring ${String(n).padStart(9, '0')}`;
}

function keys(n: number, count: number): number[] {
  const start = 50_000 + ((n * count) % 90_000);
  return Array.from({ length: count }, (_, index) => start + index);
}

/** An order that is not there yet. */
function newOrder(n: number): object {
  const own = { number: `N-${n}`, status: 'paid', region: 'north', total: '12.50', placed_at: '2026-01-01T10:00:00Z', note: null };
  return { ...own, channel: 1 + (n % 6), customer: 1 + (n % 9000) };
}

/** The action that writes a note into 10,000 rows. */
export const marking: ScaleCase = {
  name: 'action on 10,000 rows',
  method: 'POST',
  path: () => `${folder}action/mark/`,
  body: (n) => ({ ids: keys(n, manyRows), params: { note: note(n) } }),
};

/** The requests that write. */
export const writes: readonly ScaleCase[] = [
  { name: 'change a row', method: 'PATCH', path: (n) => `${folder}${50_000 + (n % 90_000)}/`, body: (n) => ({ note: note(n) }) },
  { name: 'create a row', method: 'POST', path: () => folder, body: newOrder },
  { name: 'delete a row', method: 'DELETE', path: (n) => `${folder}${150_000 + n}/` },
  {
    name: 'bulk update of 500 rows',
    method: 'POST',
    path: () => `${folder}bulk/`,
    body: (n) => ({ action: 'update', ids: keys(n, 500), data: { note: note(n) } }),
  },
  marking,
];

/** Changes one row again and again. */
export const changingOne: ScaleCase = {
  name: 'change one row',
  method: 'PATCH',
  path: () => `${folder}7/`,
  body: (n) => ({ note: note(n) }),
};

/** The history of that row. */
export const historyOfOne: ScaleCase = { name: 'history of a row with 10,000 changes', method: 'GET', path: () => `${folder}7/history/` };
