import type { ChangeKind } from './changes.ts';
import type { KnownPage } from './known-pages.ts';
import { bodyOf, type Page } from './service-client.ts';

/** A request that is measured. */
export interface BenchCase {
  readonly name: string;
  /** Path and query; of a change, the folder of its rows. */
  readonly path: string;
  /** How rows are changed, each time others; undefined if none is. */
  readonly changes?: ChangeKind;
}

/** Names of the cases. */
export const caseNames = {
  list: 'list',
  position: 'list by position',
  deepPosition: 'list by position, page 3,000',
  deepNumber: 'page 3,000 by number',
  row: 'one row',
  search: 'search',
  suggestions: 'autocomplete',
  related: 'related rows',
  change: 'change a row',
  bulk: 'bulk update of 500 rows',
  action: 'action on 1,000 rows',
} as const;

/** The cases, and what the floor must be told to answer them as the service does. */
export interface Cases {
  readonly cases: readonly BenchCase[];
  readonly pages: Readonly<Record<string, KnownPage>>;
}

const orders = '/api/r/sales.Order/';

/** Finds the addresses of the cases by following the service's own links. */
export async function findCases(origin: string, token: string): Promise<Cases> {
  const get = async (path: string): Promise<Page> => JSON.parse(await bodyOf(`${origin}${path}`, token)) as Page;
  const list = `${orders}?status=paid`;
  const second = await following(get, list);
  const deep = await following(get, `${orders}?page=2999`);
  const lists: readonly (BenchCase & { readonly after: number | null })[] = [
    { name: caseNames.list, path: list, after: null },
    { name: caseNames.position, ...second },
    { name: caseNames.deepPosition, ...deep },
    { name: caseNames.deepNumber, path: `${orders}?page=3000`, after: null },
    { name: caseNames.search, path: `${orders}?search=S-11999`, after: null },
  ];
  const pages: Record<string, KnownPage> = {};
  for (const { path, after } of lists) {
    const { count, next, previous } = await get(path);
    pages[path] = { count, after, next: JSON.stringify(next), previous: JSON.stringify(previous) };
  }
  const cases = [
    ...lists.map(({ name, path }) => ({ name, path })),
    { name: caseNames.row, path: `${orders}123456/` },
    { name: caseNames.suggestions, path: `${orders}autocomplete/?q=1234` },
    { name: caseNames.related, path: '/api/r/sales.Customer/77/related/' },
    { name: caseNames.change, path: orders, changes: 'row' as const },
    { name: caseNames.bulk, path: orders, changes: 'bulk' as const },
    { name: caseNames.action, path: orders, changes: 'action' as const },
  ];
  return { cases, pages };
}

/** The page after this one by its link, which starts after this one's last row. */
async function following(get: (path: string) => Promise<Page>, path: string): Promise<{ path: string; after: number }> {
  const page = await get(path);
  const last = page.results.at(-1);
  if (page.next === null || !last) throw new Error(`${path} has no next page.`);
  const { pathname, search, searchParams } = new URL(page.next);
  if (!searchParams.has('after')) throw new Error(`The link after ${path} has no cursor.`);
  return { path: pathname + search, after: last.id };
}
