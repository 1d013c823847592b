/** A request that changes rows. */
export interface Change {
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
  readonly body: string;
}

/** The kinds of changes: one row, 500 rows in bulk, or an action on 1,000 rows. */
export type ChangeKind = 'row' | 'bulk' | 'action';

/** The first of the rows that are changed, and their number. */
const firstId = 50_000;
const rowCount = 100_000;

function keys(number: number, count: number): number[] {
  const start = firstId + ((number * count) % rowCount);
  return Array.from({ length: count }, (_, index) => start + index);
}

const changes: { readonly [K in ChangeKind]: (folder: string, number: number, note: string) => Change } = {
  row: (folder, number, note) => ({
    method: 'PATCH',
    path: `${folder}${keys(number, 1)[0]}/`,
    body: JSON.stringify({ note }),
  }),
  bulk: (folder, number, note) => ({
    method: 'POST',
    path: `${folder}bulk/`,
    body: JSON.stringify({ action: 'update', ids: keys(number, 500), data: { note } }),
  }),
  action: (folder, number, note) => ({
    method: 'POST',
    path: `${folder}action/mark/`,
    body: JSON.stringify({ ids: keys(number, 1000), params: { note } }),
  }),
};

/**
 * Changes without end: each of other rows, and to a note that they never had.
 * @param folder the path of the model.
 */
export function makeChanges(folder: string, kind: ChangeKind): () => Change {
  let number = 0;
  const own = Math.random().toString(36).slice(2, 8);
  return () => {
    number += 1;
    return changes[kind](folder, number, `Ring ${own} ${String(number).padStart(9, '0')}`);
  };
}
