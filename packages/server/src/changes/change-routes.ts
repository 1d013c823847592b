import type { ChangedRow as ChangedRowAnswer, ChangedRows, ChangeSet, ChangeSets } from '@grimoire/protocol';
import { notFound } from '../errors/errors.ts';
import { noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { StaffExchange } from '../http/exchange.ts';
import { json } from '../http/message.ts';
import { noParameters } from '../http/parameters.ts';
import { rowAnswer } from '../journal/row-answer.ts';
import { say } from '../texts/message.ts';
import { changeDoc, changedRowsDoc, changesDoc } from './change-docs.ts';
import { changeSetAnswer } from './change-answer.ts';
import type { StoredSet } from './stored-set.ts';
import { changedRowsParameters, changesParameters } from './change-parameters.ts';
import { changeLogKey } from './state.ts';

/** The change sets that the reader made, or of whose rows they may see one (CONTRACT §21). */
export const getChanges: Endpoint = endpoint({
  method: 'GET',
  path: '/changes',
  access: 'staff',
  right: null,
  parameters: changesParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { policy, query, service } = call;
      const { number, size } = query;
      const { sets, count } = await service.states.of(changeLogKey).page(query, policy, { size, offset: (number - 1) * size });
      if (sets.length === 0 && number > 1) throw notFound(say('invalidPage'));
      const results = sets.map((set): ChangeSet => changeSetAnswer(set, call));
      return json(200, JSON.stringify({ count, ...linksOf(call, { number, size, count }), results } satisfies ChangeSets));
    },
  },
  doc: changesDoc,
});

/** A change set. */
export const getChange: Endpoint = endpoint({
  method: 'GET',
  path: '/changes/:id',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: { kind: 'respond', run: async (call) => json(200, JSON.stringify(changeSetAnswer(await requiredSet(call), call))) },
  doc: changeDoc,
});

/** The rows of a change set that the reader may see. */
export const getChangedRows: Endpoint = endpoint({
  method: 'GET',
  path: '/changes/:id/rows',
  access: 'staff',
  right: null,
  parameters: changedRowsParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { policy, query, service } = call;
      const { number, size } = query;
      const set = await requiredSet(call);
      const log = service.states.of(changeLogKey);
      const byModel = await log.rowsByModel(set, policy);
      const count = byModel.reduce((sum, rows) => sum + rows.count, 0);
      const results: ChangedRowAnswer[] = [];
      let offset = (number - 1) * size;
      for (const own of byModel) {
        const limit = Math.min(size - results.length, own.count - offset);
        const rows = limit > 0 ? await log.rows(set, own, policy, { offset, limit }) : [];
        results.push(...rows.map((row) => rowAnswer(row, policy)));
        offset = Math.max(0, offset - own.count);
      }
      if (results.length === 0 && number > 1) throw notFound(say('invalidPage'));
      const rest = await log.restOf(set, byModel, policy);
      const answer: ChangedRows = { count, ...linksOf(call, { number, size, count }), results, ...rest };
      return json(200, JSON.stringify(answer));
    },
  },
  doc: changedRowsDoc,
});

/** The change set of the path. Throws a 404 for one that the reader may not see. */
export async function requiredSet({ pathParameters, policy, service }: StaffExchange): Promise<StoredSet> {
  const text = pathParameters['id'] ?? '';
  const set = /^[1-9]\d{0,14}$/.test(text) ? await service.states.of(changeLogKey).find(Number(text), policy) : null;
  if (!set) throw notFound();
  return set;
}

function linksOf(
  { url }: StaffExchange,
  { number, size, count }: { readonly number: number; readonly size: number; readonly count: number },
): { readonly next: string | null; readonly previous: string | null } {
  const to = (page: number): string => {
    const parameters = new URLSearchParams(url.searchParams);
    parameters.set('page', String(page));
    return `${url.origin}${url.pathname.replace(/\/?$/, '/')}?${parameters.toString()}`;
  };
  return { next: number * size < count ? to(number + 1) : null, previous: number > 1 ? to(number - 1) : null };
}
