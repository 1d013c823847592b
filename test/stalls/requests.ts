/** A request of unusual size, as a stranger or a member of staff may send it. */
export interface LargeRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isOfStranger?: true;
}

const megabyte = 1024 * 1024;

/** A text of at most so many bytes: a part again and again, between two ends. */
function filled(start: string, part: (index: number) => string, end: string, bytes = megabyte): string {
  const parts: string[] = [];
  let left = bytes - start.length - end.length;
  for (let index = 0; ; index++) {
    const next = part(index);
    left -= next.length + 1;
    if (left < 0) break;
    parts.push(next);
  }
  return start + parts.join(',') + end;
}

/** Members of an object, lists and numbers, as many as a body holds. */
const fillings: Readonly<Record<string, (start: string, end: string) => string>> = {
  'different names': (start, end) => filled(`${start}{`, (index) => `"k${index}":1`, `}${end}`),
  'names within the limit': (start, end) => filled(`${start}{`, (index) => `"k${index}":1`, `}${end}`, 200_000),
  'the same names': (start, end) => filled(`${start}[`, () => '{"a":1}', `]${end}`),
  'empty objects': (start, end) => filled(`${start}[`, () => '{}', `]${end}`),
  numbers: (start, end) => filled(`${start}[`, () => '1', `]${end}`),
  'long numbers': (start, end) => filled(`${start}[`, () => '1e400', `]${end}`),
  'numbers with exponents': (start, end) => filled(`${start}[`, () => '1e5', `]${end}`),
  'one long text': (start, end) => `${start}"${'x'.repeat(megabyte - 200)}"${end}`,
  'one long name': (start, end) => `${start}{"${'x'.repeat(megabyte - 200)}":1}${end}`,
  brackets: (start, end) => `${start}${'['.repeat(megabyte / 2 - 100)}${']'.repeat(megabyte / 2 - 100)}${end}`,
};

/** Where a body has a value of the client's own: the address, and what stands around it. */
const places: readonly (readonly [path: string, start: string, end: string])[] = [
  ['auth/login/', '', ''],
  ['auth/refresh/', '', ''],
  ['auth/logout/', '{"refresh":', '}'],
  ['r/s.Thing/', '', ''],
  ['r/s.Thing/', '{"data":', '}'],
  ['r/s.Thing/', '{"name":', '}'],
  ['r/s.Thing/bulk/', '{"action":"delete","ids":', '}'],
  ['r/s.Thing/bulk/', '{"action":"update","ids":[1],"data":', '}'],
  ['r/s.Thing/bulk/', '{"operations":', '}'],
  ['r/s.Thing/bulk/', '{"operations":[{"op":"create","data":', '}]}'],
  ['r/s.Thing/action/touch/', '{"ids":', '}'],
  ['r/s.Thing/action/touch/', '{"ids":[1],"params":', '}'],
  ['r/s.Thing/action/touch/', '{"all_filtered":true,"params":', '}'],
  ['r/s.Thing/action/touch/', '{"all_filtered":true,"params":{"id__in":', '}}'],
  ['r/s.Thing/action/export_csv/', '{"ids":[1],"params":{"columns":', '}}'],
  ['r/s.Thing/suggest/', '{"field":"name","values":', '}'],
  ['views/', '{"model":"s.Thing","name":"x","display":', '}'],
];

function bodies(): LargeRequest[] {
  return places.flatMap(([path, start, end]) =>
    Object.entries(fillings).map(
      ([name, fill]): LargeRequest => ({
        name: `${start}${name}${end}`,
        method: 'POST',
        path,
        body: fill(start, end),
        ...(path.startsWith('auth/') ? { isOfStranger: true } : {}),
      }),
    ),
  );
}

/** Groups of filters, as the texts of `_filter`. */
const groups: Readonly<Record<string, string>> = {
  '1000 comparisons': `{"or":${filled('[', (index) => `{"pages__gte":${index}}`, ']', 20_000)}}`,
  '1000 wrong values': JSON.stringify({ or: Array.from({ length: 1000 }, () => ({ pages: 'x' })) }),
  '1000 names of underscores': JSON.stringify({ or: Array.from({ length: 1000 }, (_, index) => ({ [`${'_'.repeat(390)}${index}`]: 1 })) }),
  'too many comparisons': filled('{"or":[', () => '{"pages":1}', ']}', 900_000),
  'empty groups': filled('{"or":[', () => '{}', ']}', 900_000),
  '20,000 values': JSON.stringify({ pages__in: Array.from({ length: 20_000 }, (_, index) => index) }),
  'too many values': filled('{"pages__in":[', () => '1', ']}', 900_000),
  'different names': filled('{', (index) => `"k${index}":1`, '}', 500_000),
};

function filters(): LargeRequest[] {
  const run = (name: string, params: object): LargeRequest => ({
    name: `filters of an action: ${name}`,
    method: 'POST',
    path: 'r/s.Thing/action/touch/',
    body: JSON.stringify({ all_filtered: true, params }),
  });
  return [
    ...Object.entries(groups).map(([name, _filter]) => run(name, { _filter })),
    run('a long name', { ['_'.repeat(3900)]: 1 }),
    run('commas', { pages__in: ','.repeat(1_000_000) }),
    run('words', { search: 'a '.repeat(500_000) }),
  ];
}

/** Parameters of addresses of 60 KiB, which is what a server takes. */
const parameters: Readonly<Record<string, string>> = {
  'different parameters': filled('', (index) => `k${index}=1`, '', 60_000).replaceAll(',', '&'),
  'the same parameter': filled('', () => 'pages=1', '', 60_000).replaceAll(',', '&'),
  'a name of underscores': `${'_'.repeat(60_000)}=1`,
  'names of underscores': filled('', (index) => `${'_'.repeat(390)}${index}=1`, '', 60_000).replaceAll(',', '&'),
  'sort fields': `ordering=${filled('', () => 'a', '', 60_000)}`,
  'known sort fields': `ordering=${filled('', () => 'name,-pages', '', 60_000)}`,
  'a search': `search=${'x'.repeat(60_000)}`,
  'values of a list': `pages__in=${filled('', () => '1', '', 60_000)}`,
  'groups of filters': `_filter=${encodeURIComponent(JSON.stringify({ or: Array.from({ length: 1000 }, () => ({ pages: 1 })) }))}`,
  aggregates: `_sum=${filled('', () => 'pages', '', 60_000)}`,
  'a cursor': `after=${'x'.repeat(60_000)}`,
  models: filled('', (index) => `model=m${index}`, '', 60_000).replaceAll(',', '&'),
};

/** Every endpoint that reads parameters. */
const readers = [
  'r/s.Thing/',
  'r/s.Thing/aggregate/',
  'r/s.Thing/autocomplete/',
  'r/s.Thing/1/',
  'r/s.Thing/1/history/',
  'search/',
  'views/',
  'schema/',
  'openapi.json',
  'home/',
  'widgets/model-counts/',
];

/** Requests of unusual sizes and numbers of names, keys, parts, nestings, headers and parameters, to every endpoint that reads them. */
export function largeRequests(): LargeRequest[] {
  const long = 'x'.repeat(15_000);
  const headers: Readonly<Record<string, string>> = {
    'if-match': filled('', (index) => `"${index}"`, '', 15_000),
    'idempotency-key': long,
    'accept-language': filled('', (index) => `x${index};q=0.${index}`, '', 15_000),
    'accept-encoding': filled('', (index) => `x${index};q=0.1`, '', 15_000),
    cookie: filled('', (index) => `c${index}=1`, '', 15_000).replaceAll(',', '; '),
    'x-forwarded-for': filled('', (index) => `10.0.0.${index % 256}`, '', 15_000),
    'content-type': `application/json;${long}`,
  };
  return [
    ...bodies(),
    ...filters(),
    ...readers.flatMap((path) =>
      Object.entries(parameters).map(([name, query]): LargeRequest => ({ name, method: 'GET', path: `${path}?${query}` })),
    ),
    ...Object.entries(headers).map(
      ([name, value]): LargeRequest => ({ name, method: 'PATCH', path: 'r/s.Thing/1/', body: '{"pages":1}', headers: { [name]: value } }),
    ),
    { name: 'a long key', method: 'GET', path: `r/s.Thing/${'1'.repeat(60_000)}/` },
    { name: 'a long path', method: 'GET', path: 'x/'.repeat(30_000) },
    { name: 'many saved views', method: 'GET', path: 'views/' },
  ];
}
