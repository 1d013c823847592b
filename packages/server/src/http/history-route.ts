import { auditModelKey, refineEntry } from '../audit/model.ts';
import { authorizeEntries, requireRight } from '../authorize/authorize.ts';
import { notFound } from '../errors.ts';
import { parseExact } from '../model/raw-number.ts';
import { keyTextOf } from '../plan/keys.ts';
import { planCount, planEntries } from '../plan/list.ts';
import type { ListPlan } from '../plan/plan.ts';
import { parsePageRequest } from '../request/parameters.ts';
import { type HttpResponse, json } from './exchange.ts';
import { existingKey } from './row-routes.ts';
import type { ModelExchange } from './routes.ts';

/**
 * `GET /r/{app}.{Model}/{pk}/history/`: what was done to a row, newest first. Whoever may view the row may read it; what
 * they may not view is left out of the diffs (CONTRACT §5).
 */
export async function getHistory(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, service, url } = exchange;
  requireRight(policy, model, 'view');
  const page = parsePageRequest(url.searchParams, service.settings);
  const key = keyTextOf(model, await existingKey(exchange));
  const log = policy.registry.find(auditModelKey);
  if (!log) throw notFound();
  const plan = planEntries(
    log,
    [
      { name: 'model_label__exact', values: [model.key] },
      { name: 'object_pk__exact', values: [key] },
    ],
    { ...page, withDetails: true },
  );
  const rows = await service.store.list(authorizeEntries(plan, policy));
  if (rows.length === 0 && page.number > 1) throw notFound('Invalid page.');
  const count = rows.hasMore ? await countEntries(exchange, plan) : plan.offset + rows.length;
  const reader = policy.reader();
  const entries = (parseExact(`[${rows.json}]`) as Record<string, unknown>[]).map((entry) => refineEntry(entry, reader));
  const link = (number: number): string => {
    const parameters = new URLSearchParams(url.searchParams);
    parameters.set('page', String(number));
    return `${url.origin}${url.pathname.replace(/\/?$/, '/')}?${parameters.toString()}`;
  };
  const next = rows.hasMore ? link(page.number + 1) : null;
  const previous = page.number > 1 ? link(page.number - 1) : null;
  return json(200, JSON.stringify({ count, next, previous, results: entries }));
}

async function countEntries({ service, policy }: ModelExchange, plan: ListPlan): Promise<number> {
  const { store, settings } = service;
  const counted = await store.count(authorizeEntries(planCount(plan, 'exact'), policy), settings.countBudget);
  return counted ?? plan.offset + plan.limit + 1;
}
