import type { Key } from '@grimoire/protocol';
import { useListContext } from 'react-admin';
import { dataProvider } from '../service.ts';
import { numbers } from './count-text.ts';
import { useSelection } from './selection-context.ts';

/** Rows that one call may name (CONTRACT §6). */
const mostKeys = 10_000;

interface SelectedRows {
  readonly count: number;
  /** The keys, asked for where all that match are meant. */
  readonly keys: () => Promise<readonly Key[]>;
}

/** The rows that are selected in the list around, ticked or all that match. */
export function useSelectedRows(): SelectedRows {
  const { schema, isAll } = useSelection();
  const { selectedIds, filterValues, total = 0 } = useListContext();
  if (!isAll) return { count: selectedIds.length, keys: () => Promise.resolve(selectedIds as readonly Key[]) };
  return {
    count: total,
    async keys() {
      if (total > mostKeys)
        throw new Error(
          `At most ${numbers.format(mostKeys)} rows can be changed at once: these are ${numbers.format(total)}. Narrow the filters.`,
        );
      const { data } = await dataProvider.getList(schema.model, {
        filter: filterValues as object,
        sort: { field: 'id', order: 'ASC' },
        pagination: { page: 1, perPage: mostKeys },
      });
      return data.map(({ id }) => id as Key);
    },
  };
}
