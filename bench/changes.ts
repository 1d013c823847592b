/** Rows that are changed in turn. */
const rowCount = 5000;

/** A change of one row, as a request. */
export interface Change {
  readonly method: 'PATCH';
  /** Below the folder of the rows. */
  readonly path: string;
  readonly body: string;
}

/** Changes without end: each of another row, and to a note that it never had. */
export function makeChanges(folder: string): () => Change {
  let number = 0;
  const own = Math.random().toString(36).slice(2, 8);
  return () => {
    number += 1;
    const id = 100_000 + (number % rowCount);
    return { method: 'PATCH', path: `${folder}${id}/`, body: JSON.stringify({ note: `Ring ${own} ${String(number).padStart(9, '0')}` }) };
  };
}
