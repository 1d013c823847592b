import { pageParameters } from '../../request/parameters.ts';
import { authorize } from '../../authorize/authorize.ts';
import { invalidParameter, notFound } from '../../errors/errors.ts';
import { planCount, planFromEnd, planFromCursor, planLastPage, planList } from '../../plan/list.ts';
import { type ListPlan, offsetOf } from '../../plan/plan.ts';
import type { ListRequest } from '../../request/parameters.ts';
import { listDoc } from '../../openapi/model-docs.ts';
import { readCursor, signCursor } from '../../request/cursor.ts';
import type { RowsOfPage } from '../../store/reads.ts';
import type { Count } from '../../store/store.ts';
import { noBody } from '../body.ts';
import { policyOf } from '../trash.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { json } from '../message.ts';
import { listParameters } from '../parameters.ts';
import type { ModelExchange } from '../exchange.ts';
import { say } from '../../texts/message.ts';

/** A page that has been read, with everything that its envelope contains. */
interface ReadPage {
  readonly rows: RowsOfPage;
  readonly number: number;
  readonly count: Count;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** A page of a list (CONTRACT §4). */
export const getPage: Endpoint = endpoint({
  method: 'GET',
  path: '/r/:model',
  access: 'model',
  right: 'view',
  parameters: listParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { model, query: listRequest } = call;
      const exchange = { ...call, policy: policyOf(call, listRequest) };
      const plan = planList(model, listRequest);
      const read = listRequest.cursor ? pageByCursor : pageByNumber;
      return json(200, envelope(exchange, plan, await read(exchange, listRequest, plan)));
    },
  },
  doc: listDoc,
});

/** The number of skipped rows from which a page may be read from the end of the list. */
const deepOffset = 10_000;

async function pageByNumber(exchange: ModelExchange, request: ListRequest, plan: ListPlan): Promise<ReadPage> {
  const { policy, service } = exchange;
  const offset = offsetOf(plan);
  // To skip rows takes longer than to count them.
  const freshCount = offset >= deepOffset ? await countRows(exchange, plan, { isFresh: true }) : undefined;
  if (freshCount?.exact === true && offset * 2 >= freshCount.count) return pageFromEnd(exchange, plan, request.page, freshCount);
  // Such a page may bring the count: that depends on how the database finds it (store/ordered-scans/).
  const rows = await service.store.list(authorize({ ...plan, wantsTotal: freshCount === undefined }, policy));
  const isEmpty = rows.length === 0;
  const page = { rows, number: request.page, hasNext: rows.hasMore, hasPrevious: request.page > 1 };
  const rowsSoFar = offset + rows.length;
  // A page that ends the result has counted it.
  if (!rows.hasMore && (!isEmpty || request.page === 1)) return { ...page, count: { count: rowsSoFar, exact: true } };
  const ofPage = rows.total === null ? undefined : { count: rows.total, exact: true };
  const count = freshCount ?? ofPage ?? (await countRows(exchange, plan));
  if (!isEmpty)
    return { ...page, count: count.exact ? count : { count: Math.max(count.count, rowsSoFar + (rows.hasMore ? 1 : 0)), exact: false } };
  if (count.exact) throw notFound(say('invalidPage'));
  const last = await service.store.list(authorize(planLastPage(plan), policy));
  const number = Math.max(1, Math.ceil(count.count / plan.limit));
  return { rows: last, number, count, hasNext: false, hasPrevious: last.hasMore };
}

/** A page in the second half of a result whose exact count is known. */
async function pageFromEnd({ policy, service }: ModelExchange, plan: ListPlan, number: number, count: Count): Promise<ReadPage> {
  const offset = offsetOf(plan);
  if (offset >= count.count) throw notFound(say('invalidPage'));
  const rows = await service.store.list(authorize(planFromEnd(plan, count.count), policy));
  return { rows, number, count, hasNext: offset + plan.limit < count.count, hasPrevious: true };
}

async function pageByCursor(exchange: ModelExchange, request: ListRequest, plan: ListPlan): Promise<ReadPage> {
  const { policy, service } = exchange;
  const { direction, token } = request.cursor ?? { direction: 'after' as const, token: '' };
  const cursor = readCursor(token, purposeOf(exchange, plan), service.keys.cursor);
  const planned = cursor && planFromCursor(plan, direction, cursor.values);
  if (!planned || !cursor) {
    // What is wrong with the rest of the address is said first: a cursor belongs to it.
    authorize(plan, policy);
    throw invalidParameter(direction, say('otherCursor'));
  }
  const rows = await service.store.list(authorize(planned, policy));
  const isForward = direction === 'after';
  return {
    rows,
    number: request.page,
    count: { count: cursor.count, exact: cursor.exact },
    hasNext: isForward ? rows.hasMore : true,
    hasPrevious: isForward ? true : rows.hasMore,
  };
}

/** An exact count if it takes no longer than its budget; otherwise the estimate of the database. */
function countRows({ policy, service }: ModelExchange, plan: ListPlan, { isFresh } = { isFresh: false }): Promise<Count> {
  const { store, settings } = service;
  const counting = authorize(planCount(plan, 'exact', store.countLimit), policy);
  const estimate = authorize(planCount(plan, 'estimate'), policy);
  return store.count(counting, estimate, { milliseconds: settings.countBudget, isFresh });
}

/** What a cursor is valid for: one user, one model, its filters and its order. */
function purposeOf({ policy, url }: ModelExchange, plan: ListPlan): string {
  const conditions = [...url.searchParams].filter(([name]) => !pageParameters.has(name));
  const order = plan.order.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`);
  return JSON.stringify([policy.actor.id, plan.model.key, order, conditions]);
}

function envelope(exchange: ModelExchange, plan: ListPlan, page: ReadPage): string {
  const { rows, count, number } = page;
  const purpose = purposeOf(exchange, plan);
  const next = page.hasNext ? link(exchange, plan, { number: number + 1, direction: 'after', values: rows.last, count, purpose }) : null;
  const previous = page.hasPrevious
    ? link(exchange, plan, { number: Math.max(1, number - 1), direction: 'before', values: rows.first, count, purpose })
    : null;
  return `{"count":${count.count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[${rows.json}],"count_exact":${count.exact}}`;
}

interface LinkTarget {
  readonly number: number;
  readonly direction: 'after' | 'before';
  readonly values: readonly unknown[] | null;
  readonly count: Count;
  readonly purpose: string;
}

/** The URL of the next or previous page: the same with another page number and, if the sort allows it, a cursor. */
function link({ service, url }: ModelExchange, plan: ListPlan, { number, direction, values, count, purpose }: LinkTarget): string {
  const parameters = new URLSearchParams(url.searchParams);
  parameters.delete('after');
  parameters.delete('before');
  parameters.set('page', String(number));
  const hasCursor = values !== null && planFromCursor(plan, direction, values) !== null;
  if (hasCursor && (direction === 'after' || number > 1)) {
    const cursor = { values, count: count.count, exact: count.exact };
    parameters.set(direction, signCursor(cursor, purpose, service.keys.cursor[0]));
  }
  return `${url.origin}${url.pathname.replace(/\/?$/, '/')}?${parameters.toString()}`;
}
