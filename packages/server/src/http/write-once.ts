import { AdminError } from '../errors.ts';
import type { Writes } from '../store/writes.ts';
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
  { what, body }: Repeated,
  job: (session: WriteSession) => Promise<HttpResponse>,
  statementTimeout?: number,
): Promise<HttpResponse> {
  const { service } = exchange;
  const repeatable = repeatableOf(exchange, { what, body });
  const options = statementTimeout === undefined ? {} : { statementTimeout };
  return writeInTransaction(service, { ...exchange, ...options }, async (session) => {
    if (repeatable === null) return job(session);
    const earlier = await service.outcomes.claim(session.writes, repeatable);
    if (earlier === fileOutcome) throw new AdminError('not_replayable');
    if (earlier !== null) return JSON.parse(earlier) as HttpResponse;
    const response = await job(session);
    await service.outcomes.keep(session.writes, repeatable, JSON.stringify(response));
    return response;
  });
}

/** What a request does, and its body. */
export interface Repeated {
  /** However the address spells it. */
  readonly what: string;
  readonly body: unknown;
}

/** What makes a request with an `Idempotency-Key` the same as an earlier one; null without the header. */
function repeatableOf({ request, model, policy, credentials }: ModelExchange, { what, body }: Repeated): Repeatable | null {
  const key = readIdempotencyKey(request.header('idempotency-key'));
  if (key === null) return null;
  const user = `${credentials.kind === 'host' ? 'host' : 'own'} ${String(policy.actor.id)}`;
  return { key, user, path: `${model.key} ${what}`, body };
}

/** What is kept of a file: that there was one. */
const fileOutcome = '"file"';

/** Claims a request that is answered with a file. Throws a 409 where it was answered already: the file is gone. */
export async function claimFile(exchange: ModelExchange, repeated: Repeated, writes: Writes): Promise<void> {
  const { outcomes } = exchange.service;
  const repeatable = repeatableOf(exchange, repeated);
  if (repeatable === null) return;
  if ((await outcomes.claim(writes, repeatable)) !== null) throw new AdminError('not_replayable');
  await outcomes.keep(writes, repeatable, fileOutcome);
}
