import { AdminError } from '../errors.ts';
import type { Registry } from '../model/registry.ts';
import { type IdempotentRequest, readIdempotencyKey } from '../write/idempotency.ts';
import { writeInTransaction } from '../write/run.ts';
import type { WriteSession } from '../write/session.ts';
import type { IdempotentRun } from '../actions/run-file.ts';
import { type HttpResponse, json } from './message.ts';
import type { ModelExchange } from './exchange.ts';

/** What a request does, and its body. */
export interface IdempotencyScope {
  /** However the address spells it. */
  readonly what: string;
  readonly body: unknown;
  /** Milliseconds that one statement may take; else the pool's own. */
  readonly statementTimeout?: number;
}

/** A write, and how it is answered again. */
export interface IdempotentJob {
  /** Does it. @returns the answer, and what is kept of it. */
  readonly run: (session: WriteSession) => Promise<{ readonly response: HttpResponse; readonly kept: string }>;
  /** The answer to the same request again, by what its sender may see now. */
  readonly replay: (session: WriteSession, kept: string) => Promise<HttpResponse>;
}

/** A write whose answer holds nothing that rights are about: it is kept whole. */
export function keptWhole(job: (session: WriteSession) => Promise<HttpResponse>): IdempotentJob {
  return {
    async run(session) {
      const response = await job(session);
      return { response, kept: JSON.stringify(response) };
    },
    replay: async (_session, kept) => JSON.parse(kept) as HttpResponse,
  };
}

/**
 * Writes in one transaction and answers. With an `Idempotency-Key`, a second request of the same user with the same body
 * is answered as the first was, as far as its sender may still see that, and does nothing again (CONTRACT §7); only what
 * succeeded is kept.
 */
export async function withIdempotency(exchange: ModelExchange, repeated: IdempotencyScope, job: IdempotentJob): Promise<HttpResponse> {
  const { service } = exchange;
  const repeatable = repeatableOf(exchange, repeated);
  const { statementTimeout } = repeated;
  const writer = { ...exchange, ...(statementTimeout === undefined ? {} : { statementTimeout }) };
  const write = async (session: WriteSession): Promise<HttpResponse> => {
    if (repeatable === null) return (await job.run(session)).response;
    const earlier = await service.outcomes.claim(session.writes, repeatable);
    if (earlier === fileOutcome) throw new AdminError('not_replayable');
    if (earlier !== null) return job.replay(session, earlier);
    const { response, kept } = await job.run(session);
    await service.outcomes.keep(session.writes, repeatable, kept);
    return response;
  };
  return service.outcomes.inTurn(repeatable, () => writeInTransaction(service, writer, write));
}

/** What makes a request with an `Idempotency-Key` the same as an earlier one; null without the header. */
function repeatableOf({ request, model, policy, credentials }: ModelExchange, { what, body }: IdempotencyScope): IdempotentRequest | null {
  const key = readIdempotencyKey(request.header('idempotency-key'));
  if (key === null) return null;
  const user = `${credentials.kind === 'host' ? 'host' : 'own'} ${String(policy.actor.id)}`;
  const bodyWithoutSecrets = withoutSecrets(body, policy.registry);
  return { key, user, path: `${model.key} ${what}`, body: JSON.stringify(body), bodyWithoutSecrets };
}

/** The text of a body without passwords. */
function withoutSecrets(body: unknown, { models }: Registry): string {
  const secret = new Set(models.flatMap(({ fields }) => fields.filter((field) => field.writeOnly).map((field) => field.name)));
  return JSON.stringify(body, (name, value: unknown) => (secret.has(name) ? undefined : value));
}

/** What is kept of a file: that there was one. */
const fileOutcome = '"file"';

/**
 * How a request for a file is known again: while it is made, and once it was given, another one is a 409, for the file is
 * gone. What failed, or was no file, is as any other answer.
 */
export function repeatOfFile(exchange: ModelExchange, repeated: IdempotencyScope): IdempotentRun {
  const { outcomes } = exchange.service;
  const repeatable = repeatableOf(exchange, repeated);
  const only = async (job: (known: IdempotentRequest) => Promise<void>): Promise<void> => {
    if (repeatable) await job(repeatable);
  };
  return {
    inTurn: (job) => outcomes.inTurn(repeatable, job),
    claim: (writes) =>
      only(async (known) => {
        const earlier = await outcomes.claim(writes, known);
        if (earlier === fileOutcome) throw new AdminError('not_replayable');
        if (earlier !== null) throw new ReplayedResponse(JSON.parse(earlier) as HttpResponse);
        await outcomes.keep(writes, known, fileOutcome);
      }),
    keep: (writes, answer) => only((known) => outcomes.keep(writes, known, JSON.stringify(json(200, JSON.stringify(answer))))),
    release: (writes) => only((known) => outcomes.release(writes, known)),
  };
}

/** The answer of an earlier request, on its way past a run that need not be. */
export class ReplayedResponse extends Error {
  readonly response: HttpResponse;

  constructor(response: HttpResponse) {
    super('Answered before.');
    this.response = response;
  }
}
