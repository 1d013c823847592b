import { auditModelKey, entryOfRow } from '../../audit/model.ts';
import { authorize, authorizeEntries } from '../../authorize/authorize.ts';
import { notFound } from '../../errors/errors.ts';
import type { Model } from '../../model/model.ts';
import { parseExact } from '../../model/raw-number.ts';
import { keyTextOf } from '../../plan/keys.ts';
import { type HistoryLines, planHistory, planHistoryLines } from '../../plan/history.ts';
import { planCount } from '../../plan/list.ts';
import { type ListPlan, offsetOf } from '../../plan/plan.ts';
import { historyDoc } from '../../openapi/model-docs.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { json } from '../message.ts';
import { historyParameters } from '../parameters.ts';
import { keyOfRow } from '../../write/row.ts';
import { policyOf } from '../trash.ts';
import { requireRow } from './row-routes.ts';
import type { ModelExchange } from '../exchange.ts';
import { ownPath } from '../../model/path.ts';
import { say } from '../../texts/message.ts';

/**
 * The changes of a row and of the rows of its inlines, newest first. A user who may view the row may read its history; what the user may
 * not view is left out (CONTRACT §5).
 */
export const getHistory: Endpoint = endpoint({
  method: 'GET',
  path: '/r/:model/:pk/history',
  access: 'row',
  right: 'view',
  parameters: historyParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { model, service, query: page } = call;
      const policy = policyOf(call, page);
      await requireRow({ ...call, policy });
      const key = keyTextOf(model, call.key);
      const log = policy.registry.find(auditModelKey);
      if (!log) throw notFound();
      const lines = await linesOf(call, key);
      const plan = planHistory(log, { model, key, lines }, { ...page, withDetails: true });
      const rows = await service.store.list(authorizeEntries(plan, policy));
      if (rows.length === 0 && page.number > 1) throw notFound(say('invalidPage'));
      const count = rows.hasMore ? await countEntries(call, plan) : offsetOf(plan) + rows.length;
      const reader = policy.reader();
      const rowsOfPage = parseExact(`[${rows.json}]`) as Record<string, unknown>[];
      const entries = rowsOfPage.map((entry) => entryOfRow(log.redact?.(entry, reader) ?? entry, { model: model.key, key }));
      const next = rows.hasMore ? pageUrl(call, page.number + 1) : null;
      const previous = page.number > 1 ? pageUrl(call, page.number - 1) : null;
      return json(200, JSON.stringify({ count, next, previous, results: entries }));
    },
  },
  doc: historyDoc,
});

function pageUrl({ url }: ModelExchange, number: number): string {
  const parameters = new URLSearchParams(url.searchParams);
  parameters.set('page', String(number));
  return `${url.origin}${url.pathname.replace(/\/?$/, '/')}?${parameters.toString()}`;
}

/** The rows of the inlines that the user may view, with the fields by which they point to the row. */
async function linesOf({ model, policy, service }: ModelExchange, key: string): Promise<HistoryLines[]> {
  const lines: HistoryLines[] = [];
  for (const inline of model.inlines) {
    const child = policy.registry.find(inline.model);
    const field = child?.fieldByName.get(inline.field);
    if (!child || !field || !policy.may(child, 'view')) continue;
    const path = ownPath(field);
    if (!policy.mayReadPath(child, path)) continue;
    const { json: rows } = await service.store.list(authorize(planHistoryLines(child, path, key), policy));
    const keys = (parseExact(`[${rows}]`) as Record<string, unknown>[]).flatMap((row) => keyTextIn(child, row) ?? []);
    lines.push({ model: child, field, keys, isWhole: policy.access(child).rule.kind === 'true' });
  }
  return lines;
}

/** The key of a row as text; null if the user may not view it. */
function keyTextIn(model: Model, row: Readonly<Record<string, unknown>>): string | null {
  if (model.primaryKey.every(({ name }) => name in row)) return keyTextOf(model, keyOfRow(model, row));
  const key = row[model.primaryKey.length > 1 ? 'pk' : 'id'];
  return typeof key === 'string' || typeof key === 'number' ? String(key) : null;
}

async function countEntries({ service, policy }: ModelExchange, plan: ListPlan): Promise<number> {
  const { store, settings } = service;
  const counting = authorizeEntries(planCount(plan, 'exact'), policy);
  const estimate = authorizeEntries(planCount(plan, 'estimate'), policy);
  const { count, exact } = await store.count(counting, estimate, { milliseconds: settings.countBudget, isFresh: false });
  return exact ? count : offsetOf(plan) + plan.limit + 1;
}
