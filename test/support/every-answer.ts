import { lookups } from '@grimoire/protocol';
import type { Answer, Client } from './service.ts';

/** What a client sees of an answer, without what differs between two tables of the same form. */
function seen({ status, text }: Answer): string {
  return `${status} ${text
    .replaceAll(/"[abc]\.(\w+)"/g, '"$1"')
    .replace(/"app_label":"."/, '')
    .replaceAll(/ of [abc]\.\w+/g, '')
    .replaceAll(/"(request_id|next|previous|run)":"[^"]*"/g, '"$1":"…"')}`;
}

/**
 * Reads the rows of a model in every way, and then writes them. Its table has the columns `v` and `n`, one of which or both are the key, and `w`.
 * @returns what a client sees, by the requests.
 */
export async function everyAnswer(root: Client, model: string): Promise<Record<string, string>> {
  const path = `/r/${model}`;
  const all: Record<string, string> = {};
  const ask = async (method: string, address: string, body?: unknown): Promise<Answer> => {
    const answer = await root.request(method, address, body === undefined ? {} : { body });
    all[
      `${Object.keys(all).length} ${method} ${address
        .replace(path, '')
        .replace(model, '')
        .replace(/(after|before)=.*/, '$1')} ${JSON.stringify(body) ?? ''}`
    ] = seen(answer);
    return answer;
  };
  const at = (row: Record<string, unknown>): string => `${path}/${encodeURIComponent(String(row['pk'] ?? row['id'] ?? row['n']))}/`;
  await ask('GET', `/schema/${model}/`);
  const rows = (await ask('GET', `${path}/`)).body.results as Record<string, unknown>[];
  for (const ordering of ['-v', 'v,n', 'w,-v'])
    for (let address = `${path}/?page_size=1&ordering=${ordering}`, pages = 0; address && pages < 12; pages++)
      address = (await ask('GET', address)).body.next;
  for (const { w } of rows.slice(0, 1))
    for (const lookup of lookups) {
      const text = encodeURIComponent(typeof w === 'object' ? JSON.stringify(w) : String(w));
      const special: Readonly<Record<string, string>> = {
        isnull: 'true',
        isempty: 'true',
        range: `${text},${text}`,
        in: `${text},${text}`,
      };
      const value = special[lookup] ?? text;
      await ask('GET', `${path}/?w__${lookup}=${value}`);
    }
  await ask('GET', `${path}/?search=o`);
  await ask('GET', `${path}/autocomplete/?q=o`);
  for (const aggregate of ['_group_by=w', '_group_by=v&_sum=n', '_min=w', '_max=w', '_sum=w'])
    await ask('GET', `${path}/aggregate/?${aggregate}`);
  await ask('POST', `${path}/action/export_csv/`, { all_filtered: true });
  for (const row of rows) {
    await ask('GET', at(row));
    await ask('GET', `${at(row)}related/`);
    await ask('PATCH', at(row), { w: row['w'], n: Number(row['n']) + 10 });
  }
  const [first] = rows;
  await ask('POST', `${path}/`, { v: first?.['v'], n: 10, w: first?.['w'] });
  await ask('POST', `${path}/`, { v: first?.['v'], n: 90, w: null });
  await ask('POST', `${path}/`, { v: null, n: 99, w: 'no such value' });
  const changed = (await ask('GET', `${path}/?ordering=-n`)).body.results as Record<string, unknown>[];
  const ids = changed.map((row) => row['pk'] ?? row['id'] ?? row['n']);
  await ask('POST', `${path}/bulk/`, { action: 'update', ids, data: { w: first?.['w'] } });
  await ask('POST', `${path}/bulk/`, { action: 'delete', ids: ids.slice(0, 1) });
  for (const row of changed.slice(1, 2)) await ask('DELETE', at(row));
  await ask('GET', `${path}/?ordering=-n`);
  return all;
}
