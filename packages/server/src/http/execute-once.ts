import { authenticationTraits } from '../auth/authentication.ts';
import { AdminError } from '../errors/errors.ts';
import type { Registry } from '../model/registry.ts';
import { fileResponse, type IdempotentRequest, readIdempotencyKey } from '../write/idempotency.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { ModelExchange, StaffExchange } from './exchange.ts';
import { type HttpResponse, json } from './message.ts';
import { writeAsAsked, type WritingExchange } from './tried-write.ts';

/** A write, and how its response is given again. */
export interface IdempotentWrite {
  /** Writes. @returns the response, and the text that is stored of it. */
  readonly run: (unit: UnitOfWork) => Promise<{ readonly response: HttpResponse; readonly kept: string }>;
  /** The response to a repeated request, limited to what its user may see now. */
  readonly replay: (unit: UnitOfWork, kept: string) => Promise<HttpResponse>;
  /** Milliseconds that one statement may take; by default the limit of the pool. */
  readonly statementTimeout?: number;
}

/** A write whose response contains nothing that depends on rights: the whole response is stored. */
export function keptWhole(job: (unit: UnitOfWork) => Promise<HttpResponse>): IdempotentWrite {
  return {
    async run(unit) {
      const response = await job(unit);
      return { response, kept: JSON.stringify(response) };
    },
    replay: async (_session, kept) => storedResponse(kept),
  };
}

/** A stored response. The outcome of an action that answered with a file at that time has another form (`actions/run-file.ts`). */
function storedResponse(kept: string): HttpResponse {
  const stored = JSON.parse(kept) as HttpResponse | { readonly answer: object };
  return 'answer' in stored ? json(200, JSON.stringify(stored.answer)) : stored;
}

/**
 * Writes in one transaction, and responds. A second request with the same `Idempotency-Key` and body gets the response of the first, and
 * writes nothing (CONTRACT §7). Only successful responses are stored.
 */
export async function writeOnce(
  exchange: WritingExchange,
  given: IdempotentRequest | null,
  { run, replay, statementTimeout }: IdempotentWrite,
): Promise<HttpResponse> {
  const { service } = exchange;
  // Nothing of what is only tried is kept, and no answer to it is given again.
  const repeatable = exchange.options.isDryRun ? null : given;
  const writer = { ...exchange, ...(statementTimeout === undefined ? {} : { statementTimeout }) };
  const write = async (unit: UnitOfWork): Promise<HttpResponse> => {
    if (repeatable === null) return (await unit.examined(run)).response;
    const earlier = await service.idempotency.claim(unit.writes, repeatable);
    if (earlier === fileResponse) throw new AdminError('not_replayable');
    if (earlier !== null) return replay(unit, earlier);
    const { response, kept } = await unit.examined(run);
    service.idempotency.keep(unit.writes, repeatable, kept);
    return response;
  };
  return service.idempotency.inTurn(repeatable, () => writeAsAsked(writer, write));
}

/**
 * What identifies a request with an `Idempotency-Key`; null without the header.
 * @param operation what the request does, independent of how the URL is spelled.
 */
export function repeatableOf(
  { request, model, policy, authentication }: StaffExchange & Partial<Pick<ModelExchange, 'model'>>,
  operation: string,
  body: unknown,
): IdempotentRequest | null {
  const key = readIdempotencyKey(request.header('idempotency-key'));
  if (key === null) return null;
  const user = `${authenticationTraits[authentication.kind].identifiedBy} ${String(policy.actor.id)}`;
  const bodyWithoutSecrets = withoutSecrets(body, policy.registry);
  return { key, user, path: `${model?.key ?? ''} ${operation}`, body: JSON.stringify(body), bodyWithoutSecrets };
}

/** The body as text, without passwords. */
function withoutSecrets(body: unknown, { models }: Registry): string {
  const secret = new Set(models.flatMap(({ fields }) => fields.filter((field) => field.writeOnly).map((field) => field.name)));
  return JSON.stringify(body, (name, value: unknown) => (secret.has(name) ? undefined : value));
}
