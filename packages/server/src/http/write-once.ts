import { type Repeatable, readIdempotencyKey } from '../write/idempotency.ts';
import { writeInTransaction } from '../write/run.ts';
import type { WriteSession } from '../write/session.ts';
import type { HttpResponse } from './exchange.ts';
import type { ModelExchange } from './routes.ts';

/**
 * Writes in one transaction and answers. With an `Idempotency-Key`, a second request of the same user with the same body
 * is answered as the first was, and does nothing again (CONTRACT §7); only what succeeded is kept.
 */
export async function writeOnce(
  exchange: ModelExchange,
  body: unknown,
  job: (session: WriteSession) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { request, service, url, model, policy, credentials } = exchange;
  const key = readIdempotencyKey(request.header('idempotency-key'));
  return writeInTransaction(service, exchange, async (session) => {
    if (key === null) return job(session);
    const user = `${credentials.kind === 'host' ? 'host' : 'own'} ${String(policy.actor.id)}`;
    // However the address spells the model.
    const path = `${model.key} ${/\/bulk\/?$/.test(url.pathname) ? 'bulk' : 'create'}`;
    const repeatable: Repeatable = { key, user, path, body };
    const earlier = await service.outcomes.claim(session.writes, repeatable);
    if (earlier !== null) return JSON.parse(earlier) as HttpResponse;
    const response = await job(session);
    await service.outcomes.keep(session.writes, repeatable, JSON.stringify(response));
    return response;
  });
}
