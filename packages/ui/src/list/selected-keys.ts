import type { Key } from '@grimoire/protocol';
import { useRef } from 'react';
import { type DataProvider, useListContext } from 'react-admin';
import { useService } from '../service.ts';
import { numbers } from './count-text.ts';
import { useIsExact } from './pagination.tsx';
import { useSelection } from './selection-context.ts';

/** Rows that one call may name (CONTRACT §6). */
const mostKeys = 10_000;

interface SelectedRows {
  readonly count: number;
  /** Whether the count is exact; all that match may be estimated. */
  readonly isExact: boolean;
  /** The keys, asked for once where all that match are meant. Throws where they are too many, or not the ones that were shown. */
  readonly keys: () => Promise<readonly Key[]>;
}

/** The rows that are selected in the list around, ticked or all that match. */
export function useSelectedRows(): SelectedRows {
  const { schema, isAll } = useSelection();
  const { dataProvider } = useService();
  const { selectedIds, filterValues, total = 0 } = useListContext();
  const isExact = useIsExact();
  const asked = useRef<Promise<readonly Key[]> | null>(null);
  if (!isAll) return { count: selectedIds.length, isExact: true, keys: () => Promise.resolve(selectedIds as readonly Key[]) };
  const keys = (): Promise<readonly Key[]> => {
    asked.current ??= keysOf({ dataProvider, model: schema.model, filter: filterValues as object, shown: isExact ? total : null }).catch(
      (error: unknown) => {
        asked.current = null;
        throw error;
      },
    );
    return asked.current;
  };
  return { count: total, isExact, keys };
}

interface AllThatMatch {
  readonly dataProvider: Pick<DataProvider, 'getList'>;
  readonly model: string;
  readonly filter: object;
  /** How many rows the person saw that there are, where that was exact. */
  readonly shown: number | null;
}

async function keysOf({ dataProvider, model, filter, shown }: AllThatMatch): Promise<readonly Key[]> {
  const page = { pagination: { page: 1, perPage: mostKeys }, sort: { field: 'id', order: 'ASC' as const } };
  const { data, total = 0 } = await dataProvider.getList(model, { ...page, filter });
  if (total > mostKeys || data.length < total)
    throw new Error(
      `At most ${numbers.format(mostKeys)} rows can be changed at once: these are ${numbers.format(total)}. Narrow the filters.`,
    );
  if (shown !== null && data.length !== shown)
    throw new Error(`There are other rows now: ${numbers.format(data.length)} match, and ${numbers.format(shown)} were shown. Look again.`);
  return data.map(({ id }) => id as Key);
}
