import type { ListLink } from '@grimoire/protocol';

/** The names of filters in the addresses of the dashboard, where they differ from those of the service. */
const filterNames = new Map([['search', 'q']]);

/** The address of a list, with the filters and the order of a link. */
export function listAddress({ model, query }: ListLink): string {
  const linkQuery = new URLSearchParams(query);
  const filter: Record<string, unknown> = {};
  for (const name of new Set(linkQuery.keys())) {
    if (['ordering', 'page_size', 'format'].includes(name)) continue;
    const values = linkQuery.getAll(name);
    filter[filterNames.get(name) ?? name] = values.length > 1 ? values : values[0];
  }
  const parameters = new URLSearchParams({ filter: JSON.stringify(filter) });
  const [first = ''] = (linkQuery.get('ordering') ?? '').split(',');
  if (first !== '') {
    parameters.set('sort', first.replace(/^-/, ''));
    parameters.set('order', first.startsWith('-') ? 'DESC' : 'ASC');
  }
  return `/${model}?${parameters.toString()}`;
}
