import { auditModelKey, entryOfRow, redactEntry } from '../../audit/model.ts';
import { authorize, authorizeEntries, requireRight } from '../../authorize/authorize.ts';
import { notFound } from '../../errors.ts';
import type { Model } from '../../model/model.ts';
import { parseExact } from '../../model/raw-number.ts';
import { keyTextOf } from '../../plan/keys.ts';
import { type HistoryLines, planHistory, planHistoryLines } from '../../plan/history.ts';
import { planCount } from '../../plan/list.ts';
import { type ListPlan, offsetOf } from '../../plan/plan.ts';
import { parsePageRequest } from '../../request/parameters.ts';
import { type HttpResponse, json } from '../message.ts';
import { keyOfRow } from '../../write/row.ts';
import { existingKey } from './row-routes.ts';
import type { ModelExchange } from '../exchange.ts';

/**
 * `GET /r/{app}.{Model}/{pk}/history/`: what was done to a row and to the rows of its inlines, newest first. A user who may view
 * the row may read it; what they may not view is left out (CONTRACT §5).
 */
export async function getHistory(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, service, url } = exchange;
  requireRight(policy, model, 'view');
  const page = parsePageRequest(url.searchParams, service.settings);
  const key = keyTextOf(model, await existingKey(exchange));
  const log = policy.registry.find(auditModelKey);
  if (!log) throw notFound();
  const lines = await linesOf(exchange, key);
  const plan = planHistory(log, { model, key, lines }, { ...page, withDetails: true });
  const rows = await service.store.list(authorizeEntries(plan, policy));
  if (rows.length === 0 && page.number > 1) throw notFound('Invalid page.');
  const count = rows.hasMore ? await countEntries(exchange, plan) : offsetOf(plan) + rows.length;
  const reader = policy.reader();
  const found = parseExact(`[${rows.json}]`) as Record<string, unknown>[];
  const entries = found.map((entry) => entryOfRow(redactEntry(entry, reader), { model: model.key, key }));
  const link = (number: number): string => {
    const parameters = new URLSearchParams(url.searchParams);
    parameters.set('page', String(number));
    return `${url.origin}${url.pathname.replace(/\/?$/, '/')}?${parameters.toString()}`;
  };
  const next = rows.hasMore ? link(page.number + 1) : null;
  const previous = page.number > 1 ? link(page.number - 1) : null;
  return json(200, JSON.stringify({ count, next, previous, results: entries }));
}

/** The rows of the inlines that the user may view, with the fields by which they point to the row. */
async function linesOf({ model, policy, service }: ModelExchange, key: string): Promise<HistoryLines[]> {
  const lines: HistoryLines[] = [];
  for (const inline of model.inlines) {
    const child = policy.registry.find(inline.model);
    const field = child?.fieldByName.get(inline.field);
    if (!child || !field || !policy.may(child, 'view')) continue;
    const path = { name: field.name, steps: [], field };
    if (!policy.mayReadPath(child, path)) continue;
    const { json: rows } = await service.store.list(authorize(planHistoryLines(child, path, key), policy));
    const keys = (parseExact(`[${rows}]`) as Record<string, unknown>[]).flatMap((row) => keyTextIn(child, row) ?? []);
    lines.push({ model: child, field, keys, isWhole: policy.view(child).scope.kind === 'true' });
  }
  return lines;
}

/** The key of a row as it is served; null where the user may not see it. */
function keyTextIn(model: Model, row: Readonly<Record<string, unknown>>): string | null {
  if (model.primaryKey.every(({ name }) => name in row)) return keyTextOf(model, keyOfRow(model, row));
  const key = row[model.primaryKey.length > 1 ? 'pk' : 'id'];
  return typeof key === 'string' || typeof key === 'number' ? String(key) : null;
}

async function countEntries({ service, policy }: ModelExchange, plan: ListPlan): Promise<number> {
  const { store, settings } = service;
  const counted = await store.count(authorizeEntries(planCount(plan, 'exact'), policy), settings.countBudget);
  return counted ?? offsetOf(plan) + plan.limit + 1;
}
