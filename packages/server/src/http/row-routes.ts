import { authorize, requireRight } from '../authorize/authorize.ts';
import { AdminError, notFound } from '../errors.ts';
import { planRow, planSuggestions, suggestionsPageSize } from '../plan/list.ts';
import { parseKey } from '../request/key.ts';
import { mac } from '../request/mac.ts';
import { parseSuggestionsRequest, refuseParameters } from '../request/parameters.ts';
import { joined } from '../store/run.ts';
import { type HttpResponse, json } from './exchange.ts';
import type { ModelExchange } from './routes.ts';

/** `GET /r/{app}.{Model}/{pk}/` (CONTRACT §5). */
export async function getRow({ model, parameters, policy, service, url }: ModelExchange): Promise<HttpResponse> {
  requireRight(policy, model, 'view');
  refuseParameters(url.searchParams);
  const key = parseKey(model, parameters['pk'] ?? '');
  if (!key) throw notFound();
  const row = await service.store.row(authorize(planRow(model, key), policy)).catch(asMissing);
  if (!row) throw notFound();
  return json(200, joined(row.own, row.helpers), { ETag: entityTag(row.own, service.keys.etag) });
}

/** A key that only the database knows for impossible is that of no row. */
function asMissing(error: unknown): null {
  if (error instanceof AdminError && error.code === 'invalid') return null;
  throw error;
}

/** A keyed hash over the row's own fields as this user sees them. */
function entityTag(own: string, key: string): string {
  return `"${mac(own, key).slice(0, 27)}"`;
}

/** `GET /r/{app}.{Model}/autocomplete/` (CONTRACT §4). */
export async function getSuggestions({ model, policy, service, url }: ModelExchange): Promise<HttpResponse> {
  requireRight(policy, model, 'view');
  const request = parseSuggestionsRequest(url.searchParams);
  const plan = planSuggestions(model, request);
  const found = await service.store.suggestions(authorize(plan, policy));
  const results = found.slice(0, suggestionsPageSize);
  return json(200, `{"results":[${results.join(',')}],"has_more":${found.length > suggestionsPageSize}}`);
}
