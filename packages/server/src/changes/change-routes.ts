import type { ChangedRow as ChangedRowAnswer, ChangedRows, ChangeSet, ChangeSets } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import { notFound } from '../errors/errors.ts';
import { noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { StaffExchange } from '../http/exchange.ts';
import { json } from '../http/message.ts';
import { noParameters } from '../http/parameters.ts';
import type { Model } from '../model/model.ts';
import type { ChangedRow } from '../store/changed-rows.ts';
import { say } from '../texts/message.ts';
import { changeDoc, changedRowsDoc, changesDoc } from './change-docs.ts';
import { changeSetAnswer } from './change-answer.ts';
import type { StoredSet } from './change-log.ts';
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
      for (const { model, count: own } of byModel) {
        const limit = Math.min(size - results.length, own - offset);
        if (limit > 0) for (const row of await log.rows(set, model, policy, { offset, limit })) results.push(rowAnswer(row, model, policy));
        offset = Math.max(0, offset - own);
      }
      if (results.length === 0 && number > 1) throw notFound(say('invalidPage'));
      const pruned = await log.prunedRows(set);
      const others = set.rows - pruned - count;
      const answer: ChangedRows = { count, ...linksOf(call, { number, size, count }), results, other_records: others, pruned };
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

/** A row with the fields that the reader may see. What came into their scope by the change was out of it before. */
function rowAnswer(row: ChangedRow, model: Model, policy: Policy): ChangedRowAnswer {
  const deciding = policy.reader().decidingFields(model.key);
  const shown = policy.access(model).fields.filter((field) => !field.link && row.columns.has(field.column));
  const isArrival = row.operation === 'update' && shown.some(({ name }) => deciding.has(name));
  const [isThere, wasThere] = [row.operation !== 'delete', row.operation !== 'create' && !isArrival];
  const diff = shown.map(({ name }): [string, readonly [unknown, unknown]] => [
    name,
    [wasThere ? row.before[name] : null, isThere ? row.after[name] : null],
  ]);
  return {
    model: model.key,
    pk: row.key,
    label: row.label,
    op: row.operation,
    cause: row.isIndirect ? 'database' : 'request',
    // Made from entries, because a field may be named `__proto__`.
    diff: Object.fromEntries(diff),
  };
}
