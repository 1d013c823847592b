import { auditModelKey } from '../audit/model.ts';
import { authorize } from '../authorize/authorize.ts';
import { notFound } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { parseExact } from '../model/raw-number.ts';
import { keyTextOf } from '../plan/keys.ts';
import { type HistoryLines, planHistoryLines } from '../plan/history.ts';
import { historyDoc } from '../openapi/model-docs.ts';
import { noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { json } from '../http/message.ts';
import { historyParameters } from '../http/parameters.ts';
import { keyOfRow } from '../write/row.ts';
import { policyOf } from '../http/trash.ts';
import { requireRow } from '../http/routes/row-routes.ts';
import type { ModelExchange } from '../http/exchange.ts';
import { ownPath } from '../model/path.ts';
import { readHistory } from './history-page.ts';
import { changeLogKey } from './state.ts';
import { say } from '../texts/message.ts';

/**
 * The changes of a row and of the rows of its inlines, newest first, whatever made them (CONTRACT §21). A user who may view the row may read its history; what the user may
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
      const changeLog = service.states.of(changeLogKey);
      const history = await readHistory({ service, changeLog, policy, log, model, key: call.key, lines }, page);
      if (history.entries.length === 0 && page.number > 1) throw notFound(say('invalidPage'));
      const next = history.hasNext ? pageUrl(call, page.number + 1) : null;
      const previous = page.number > 1 ? pageUrl(call, page.number - 1) : null;
      return json(200, JSON.stringify({ count: history.count, next, previous, results: history.entries }));
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
