import type { Key } from '@grimoire/protocol';
import { useRef } from 'react';
import { type DataProvider, useListContext } from 'react-admin';
import { ofKeys } from '../../cells/cut-values.ts';
import { useService } from '../../session/service.ts';
import { countText } from '../../texts/count-text.ts';
import { useIsExact } from '../../actions/is-exact.ts';
import { useSelection } from '../../actions/selection-context.ts';
import { t } from '../../texts/text.ts';

/** The maximum number of rows in one call (CONTRACT §6). */
const mostKeys = 10_000;

interface SelectedRows {
  readonly count: number;
  /** Whether the count is exact; the count of all matching rows may be an estimate. */
  readonly isExact: boolean;
  /** Why nothing can be done with so many rows, where that is known before they are requested. */
  readonly problem: string | null;
  /** The keys; for all matching rows, they are requested once. Throws where there are too many, or other rows than were shown. */
  readonly keys: () => Promise<readonly Key[]>;
}

/** The rows that are selected in the surrounding list, ticked or all that match. */
export function useSelectedRows(): SelectedRows {
  const { schema, isAll } = useSelection();
  const { dataProvider } = useService();
  const { selectedIds, filterValues, total = 0 } = useListContext();
  const isExact = useIsExact();
  const request = useRef<Promise<readonly Key[]> | null>(null);
  if (!isAll)
    return { count: selectedIds.length, isExact: true, problem: null, keys: () => Promise.resolve(selectedIds as readonly Key[]) };
  const keys = (): Promise<readonly Key[]> => {
    request.current ??= keysOf({ dataProvider, model: schema.model, filter: filterValues as object, shown: isExact ? total : null }).catch(
      (error: unknown) => {
        request.current = null;
        throw error;
      },
    );
    return request.current;
  };
  return { count: total, isExact, problem: isExact && total > mostKeys ? tooMany(total, true) : null, keys };
}

interface AllThatMatch {
  readonly dataProvider: Pick<DataProvider, 'getList'>;
  readonly model: string;
  readonly filter: object;
  /** The number of rows that the user saw, if it was exact. */
  readonly shown: number | null;
}

function tooMany(total: number, isExact: boolean): string {
  return t('At most %{most} rows can be changed at once: these are %{total}. Narrow the filters.', {
    most: mostKeys,
    total: countText(total, isExact),
  });
}

async function keysOf({ dataProvider, model, filter, shown }: AllThatMatch): Promise<readonly Key[]> {
  const read = async (page: number, perPage: number): Promise<readonly Key[]> => {
    const sort = { field: 'id', order: 'ASC' as const };
    const { data, meta, total = 0 } = await dataProvider.getList(model, { pagination: { page, perPage }, sort, filter, meta: ofKeys });
    const isExact = (meta as { readonly exact?: boolean } | undefined)?.exact ?? true;
    if (data.length > 0 && total > mostKeys) throw new Error(tooMany(total, isExact));
    return data.map(({ id }) => id as Key);
  };
  // Of rows that are not counted exactly, the first that would be too many is asked for, before all of them are.
  if (shown === null) await read(mostKeys + 1, 1);
  const keys = await read(1, mostKeys);
  if (shown !== null && keys.length !== shown)
    throw new Error(
      t('There are other rows now: %{matching} match, and %{shown} were shown. Look again.', { matching: keys.length, shown }),
    );
  return keys;
}
