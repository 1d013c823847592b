import { bodyOf, type Page } from '../service-client.ts';

/** A request whose cost must not grow with its table. */
export interface ScaleCase {
  readonly name: string;
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  /** Path and query of the n-th request. */
  readonly path: (n: number) => string;
  readonly body?: (n: number) => unknown;
}

const api = '/api/r/sales.Order/';
const audit = '/api/r/admin.AdminAuditLog/';

/** A case of one address. */
function read(name: string, path: string): ScaleCase {
  return { name, method: 'GET', path: () => path };
}

const lists: readonly ScaleCase[] = [
  read('list: page 1', api),
  read('list: a frequent status', `${api}?status=paid`),
  read('list: of a customer', `${api}?customer=77`),
  read('list: of a day', `${api}?placed_at__gte=2024-02-10T00:00:00Z&placed_at__lt=2024-02-11T00:00:00Z`),
  read('list: of old weeks', `${api}?placed_at__gte=2024-01-10T00:00:00Z&placed_at__lt=2024-02-25T00:00:00Z`),
  read('list: a range of totals', `${api}?total__gte=100&total__lt=100.05`),
  read('list: sorted by total', `${api}?ordering=total`),
  read('list: search, 100 matches', `${api}?search=S-11000`),
  read('list: search, 1 match', `${api}?search=S-1100077`),
  read('list: search, no match', `${api}?search=nothing`),
  read('autocomplete', `${api}autocomplete/?q=S-11000`),
];

const others: readonly ScaleCase[] = [
  read('one row', `${api}123456/`),
  read('history', `${api}123456/history/`),
  read('related', '/api/r/sales.Customer/77/related/'),
  read('home: model counts', '/api/widgets/model-counts/'),
  read('home: recent audit', '/api/widgets/recent-audit/'),
  read('audit: page 1', audit),
  read('audit: page 20', `${audit}?page=20`),
  read('audit: by user', `${audit}?actor=77`),
  read('audit: by name of user', `${audit}?actor_repr=user%2078`),
  read('audit: by rare action', `${audit}?action=login_failed`),
  read('audit: by frequent action', `${audit}?action=update`),
  read('audit: by model', `${audit}?model_label=sales.Customer`),
  read('audit: of a day', `${audit}?created_at__gte=2024-01-10T00:00:00Z&created_at__lt=2024-01-11T00:00:00Z`),
  read('audit: failed', `${audit}?status=failed`),
];

/** Rows from the start are changed, then those from 150,000 on are deleted: no case meets what another one left. */
const changes: readonly ScaleCase[] = [
  { name: 'PATCH', method: 'PATCH', path: (n) => `${api}${1000 + n}/`, body: (n) => ({ note: `Ring ${n}` }) },
  {
    name: 'bulk update of 500 rows',
    method: 'POST',
    path: () => `${api}bulk/`,
    body: (n) => ({ action: 'update', ids: keys(n, 500), data: { note: `Bulk ${n}` } }),
  },
  {
    name: 'action on 1,000 rows',
    method: 'POST',
    path: () => `${api}action/mark/`,
    body: (n) => ({ ids: keys(n, 1000), params: { note: `Action ${n}` } }),
  },
  { name: 'DELETE', method: 'DELETE', path: (n) => `${api}${150_000 + n}/` },
];

function keys(n: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => 20_000 + ((n * count) % 80_000) + index);
}

/** The cases for a table of so many orders; the addresses of pages by cursor are the service's own links. */
export async function scaleCases(origin: string, token: string, orders: number): Promise<ScaleCase[]> {
  const next = async (path: string): Promise<string> => {
    const page = JSON.parse(await bodyOf(`${origin}${path}`, token)) as Page;
    if (page.next === null) throw new Error(`${path} has no next page.`);
    const { pathname, search } = new URL(page.next);
    return pathname + search;
  };
  const deep = Math.floor(orders / 100);
  const { count } = JSON.parse(await bodyOf(`${origin}${api}`, token)) as Page;
  // An estimate may name a page that there is not; the cases before this one have deleted nothing.
  const last = Math.ceil(Math.min(count, orders) / 50);
  const pages = [
    read('page 2 by position', await next(api)),
    read('page in the middle by position', await next(`${api}?page=${deep}`)),
    read('page in the middle by number', `${api}?page=${deep}`),
    read('last page by number', `${api}?page=${last}`),
  ];
  return [...lists, ...pages, ...others, ...changes];
}
