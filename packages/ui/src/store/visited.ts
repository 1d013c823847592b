import type { Key } from '@grimoire/protocol';
import { useGetIdentity } from 'react-admin';
import { isObject, useStored } from './use-stored.ts';

/** A row whose page was opened. */
export interface Visited {
  readonly model: string;
  readonly id: Key;
  readonly label: string;
}

/** The most rows that are remembered. */
const mostVisited = 8;

const none: readonly Visited[] = [];

function areVisited(value: unknown): value is readonly Visited[] {
  const isVisited = (one: unknown): boolean =>
    isObject(one) && typeof one['model'] === 'string' && typeof one['label'] === 'string' && /^(string|number)$/.test(typeof one['id']);
  return Array.isArray(value) && value.every(isVisited);
}

/** The rows that this person has opened last, and a function that adds one. They are forgotten when the person signs out. */
export function useVisited(): readonly [rows: readonly Visited[], visit: (row: Visited) => void] {
  // Rows of one person are nothing for the next one at the same browser.
  const { identity } = useGetIdentity();
  const [rows, setRows] = useStored(`visited.${identity?.id ?? ''}`, none, areVisited);
  const visit = (row: Visited): void => {
    const [first] = rows;
    if (first?.model === row.model && first.id === row.id && first.label === row.label) return;
    setRows([row, ...rows.filter(({ model, id }) => model !== row.model || id !== row.id)].slice(0, mostVisited));
  };
  return [rows, visit];
}
