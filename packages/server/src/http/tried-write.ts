import { authenticationTraits } from '../auth/authentication.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import type { TriedRequest } from '../preview/preview-tokens.ts';
import type { WriteOptions } from '../request/write-options.ts';
import { type Writer, writeInTransaction } from '../write/transaction.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { StaffExchange } from './exchange.ts';
import { type HttpResponse, json } from './message.ts';

/** A request that writes, with the options that it was sent with. */
export type WritingExchange = StaffExchange &
  Pick<Writer, 'intent' | 'statementTimeout' | 'recorded'> & { readonly body: unknown; readonly options: WriteOptions };

/**
 * Writes in one transaction, as the options of the request say: it is carried out, only tried, or carried out only if it does what was shown.
 * @param job writes by `unit.examined`, and responds.
 */
export async function writeAsAsked(exchange: WritingExchange, job: (unit: UnitOfWork) => Promise<HttpResponse>): Promise<HttpResponse> {
  const { service, options } = exchange;
  if (options.isDryRun) return json(200, JSON.stringify(await service.previews.show(service, exchange, triedRequest(exchange), job)));
  const examination =
    options.preview === undefined ? undefined : service.previews.comparison(service, triedRequest(exchange), options.preview);
  return writeInTransaction(service, { ...exchange, examination }, job);
}

function triedRequest({ request, url, prefix, body, policy, authentication }: WritingExchange): TriedRequest {
  const path = url.pathname.slice(prefix.length).replace(/\/$/, '');
  return {
    user: `${authenticationTraits[authentication.kind].identifiedBy} ${String(policy.actor.id)}`,
    text: canonicalJson([request.method, path, body ?? null]),
  };
}
