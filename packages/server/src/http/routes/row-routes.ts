import { authorize, requireRight } from '../../authorize/authorize.ts';
import { AdminError, notFound } from '../../errors.ts';
import { planRow, planSuggestions, suggestionsPageSize } from '../../plan/list.ts';
import { type KeyValues, parseKey } from '../../request/key.ts';
import { parseSuggestionsRequest, refuseParameters } from '../../request/parameters.ts';
import { joined } from '../../store/reads.ts';
import { describeOutcome, countConsequences } from '../../write/consequences.ts';
import { entityTag } from '../entity-tag.ts';
import { type HttpResponse, json } from '../message.ts';
import type { ModelExchange } from '../exchange.ts';

/** `GET /r/{app}.{Model}/{pk}/` (CONTRACT §5). */
export async function getRow({ model, parameters, policy, service, url }: ModelExchange): Promise<HttpResponse> {
  requireRight(policy, model, 'view');
  refuseParameters(url.searchParams);
  const key = parseKey(model, parameters['pk'] ?? '');
  if (!key) throw notFound();
  const row = await service.store.row(authorize(planRow(model, key), policy)).catch(asMissing);
  if (!row) throw notFound();
  return json(200, joined(row.own, row.helpers), { ETag: entityTag(row.own, service.keys.etag[0]) });
}

/** A key that only the database knows for impossible is that of no row. */
function asMissing(error: unknown): null {
  if (error instanceof AdminError && error.code === 'invalid') return null;
  throw error;
}

/** `GET /r/{app}.{Model}/{pk}/related/`: what a delete would do to other rows (CONTRACT §5). */
export async function getRelated(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, service, url } = exchange;
  requireRight(policy, model, 'view');
  refuseParameters(url.searchParams);
  const key = await existingKey(exchange);
  const outcome = await countConsequences(service.store, policy, { model, keys: [key], isDelete: false });
  return json(200, JSON.stringify(describeOutcome(outcome, policy)));
}

/** The key in a path, once its row is known to be there for this user; else a 404. */
export async function existingKey({ model, parameters, policy, service }: ModelExchange): Promise<KeyValues> {
  const key = parseKey(model, parameters['pk'] ?? '');
  const row = key && (await service.store.row(authorize(planRow(model, key), policy)).catch(asMissing));
  if (!row) throw notFound();
  return key;
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
