import type { Query, QueryClient } from '@tanstack/react-query';

const readsOfRows: ReadonlySet<unknown> = new Set(['getList', 'getMany', 'getManyReference']);

interface Parts {
  readonly queryClient: QueryClient;
  /** The address of the service, with a slash at its end. */
  readonly baseUrl: string;
  readonly send: typeof fetch;
}

/**
 * Sends requests, and after a write marks the rows of other models as old, however new they are: they may have the label of the row that was
 * written, or be deleted with it. They are read again when they are next shown. Who writes has the lists of the written model itself read again.
 */
export function sendExpiring({ queryClient, baseUrl, send }: Parts): typeof fetch {
  return async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET';
    const model = isRead ? undefined : writtenModel(input instanceof Request ? input.url : String(input), `${baseUrl}r/`);
    try {
      return await send(input, init);
    } finally {
      // Also where no answer has come: the row may be written all the same.
      if (model !== undefined) expireRows(queryClient, model);
    }
  };
}

/** The model of which a request writes rows; suggestions for a form write none. */
function writtenModel(address: string, rows: string): string | undefined {
  const path = address.startsWith(rows) ? address.slice(rows.length) : '';
  const [, model] = /^([^/]+)\/(?!suggest\/)/u.exec(path) ?? [];
  return model && decodeURIComponent(model);
}

function expireRows(queryClient: QueryClient, written: string): void {
  // Histories and pickers read rows by their keys (`getMany`). No other code marks these as old, so those of the written model are included.
  const isOld = ({ queryKey: [model, read] }: Query): boolean => readsOfRows.has(read) && (model !== written || read === 'getMany');
  const beingRead = queryClient.getQueryCache().findAll({ predicate: isOld, fetchStatus: 'fetching' });
  void queryClient.invalidateQueries({ predicate: isOld, refetchType: 'none' });
  // An answer that was on its way may be older than the write, and counts as new when it comes.
  for (const query of beingRead) {
    const mark = (): void => query.invalidate();
    query.promise?.then(mark, mark);
  }
}
