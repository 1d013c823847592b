import type { Keys } from '../../auth/secret.ts';
import { requireRight } from '../../authorize/authorize.ts';
import { AdminError, notFound } from '../../errors.ts';
import type { Model } from '../../model/model.ts';
import { parseExact } from '../../model/raw-number.ts';
import { keyTextOf } from '../../plan/keys.ts';
import { type KeyValues, parseKey } from '../../request/key.ts';
import { refuseParameters } from '../../request/parameters.ts';
import { joined, type OneRow } from '../../store/reads.ts';
import { createRow } from '../../write/create.ts';
import { answerOf, replayedAnswer } from '../../write/read-back.ts';
import { deleteRows } from '../../write/delete.ts';
import { writeInTransaction } from '../../write/run.ts';
import type { WriteSession } from '../../write/session.ts';
import { lockRows, updateRow } from '../../write/update.ts';
import { readObject } from '../body.ts';
import { entityTag, isMatch } from '../entity-tag.ts';
import { type HttpResponse, json } from '../message.ts';
import type { ModelExchange } from '../exchange.ts';
import { withIdempotency } from '../idempotent-request.ts';

/** `POST /r/{app}.{Model}/` (CONTRACT §5). */
export async function postRow(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, request, url } = exchange;
  requireRight(policy, model, 'add');
  refuseParameters(url.searchParams);
  const input = await readObject(request);
  return withIdempotency(
    exchange,
    { what: 'create', body: input },
    {
      async run(session) {
        const { key, answer } = await createRow(session, model, input);
        return { response: createdAnswer(exchange, key, answer), kept: JSON.stringify({ pk: keyTextOf(model, key) }) };
      },
      async replay(session, kept) {
        const key = parseKey(model, keptKey(kept));
        if (!key) throw notFound();
        return createdAnswer(exchange, key, await replayedAnswer(session, model, key));
      },
    },
  );
}

function createdAnswer(exchange: ModelExchange, key: KeyValues, answer: OneRow): HttpResponse {
  const { model, service, url } = exchange;
  const location = `${url.origin}${service.basePath}/r/${model.key}/${encodeURIComponent(keyTextOf(model, key))}/`;
  return rowAnswer(exchange, 201, answer, { Location: location });
}

/** The key of the row that an earlier request made; versions before 0.2 kept the whole answer. */
function keptKey(kept: string): string {
  const outcome = JSON.parse(kept) as { readonly pk?: string; readonly headers?: { readonly Location?: string } };
  const [, last = ''] = /\/([^/]+)\/$/.exec(outcome.headers?.Location ?? '') ?? [];
  return outcome.pk ?? decodeURIComponent(last);
}

/** `PATCH /r/{app}.{Model}/{pk}/` (CONTRACT §2, §5). */
export async function patchRow(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, request, service, url } = exchange;
  requireRight(policy, model, 'change');
  refuseParameters(url.searchParams);
  const input = await readObject(request);
  const key = keyIn(exchange);
  const row = await writeInTransaction(service, exchange, async (session) => {
    const [before] = await lockRows(session, model, [key], 'change');
    if (!before) throw notFound();
    await requireMatch(exchange, session, key);
    return updateRow(session, { model, before, input, isStrict: false });
  });
  return rowAnswer(exchange, 200, row);
}

/** `DELETE /r/{app}.{Model}/{pk}/` (CONTRACT §5). */
export async function deleteRow(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, service, url } = exchange;
  requireRight(policy, model, 'delete');
  refuseParameters(url.searchParams);
  const key = keyIn(exchange);
  await writeInTransaction(service, exchange, async (session) => {
    const rows = await lockRows(session, model, [key], 'delete');
    if (rows.length === 0) throw notFound();
    await requireMatch(exchange, session, key);
    await deleteRows(session, { model, rows, action: 'delete' });
  });
  return { status: 204, headers: {}, body: null };
}

function keyIn({ model, parameters }: ModelExchange): KeyValues {
  const key = parseKey(model, parameters['pk'] ?? '');
  if (!key) throw notFound();
  return key;
}

function rowAnswer({ service }: ModelExchange, status: number, row: OneRow, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return json(status, joined(row.own, row.helpers), { ...headers, ETag: entityTag(row.tagged ?? row.own, service.keys.etag[0]) });
}

async function requireMatch({ request, service, model }: ModelExchange, session: WriteSession, key: KeyValues): Promise<void> {
  const header = request.header('if-match');
  if (header !== null) await requireTag({ session, model, key, etagKeys: service.keys.etag }, header);
}

/** What a tag is held against. */
export interface TaggedRow {
  readonly session: WriteSession;
  readonly model: Model;
  readonly key: KeyValues;
  readonly etagKeys: Keys;
}

/** Throws a 412 with the row as it is, where the tag is not its own; the row is locked. */
export async function requireTag({ session, model, key, etagKeys }: TaggedRow, header: string): Promise<void> {
  const row = await answerOf(session, model, key);
  if (isMatch(header, row.own, etagKeys)) return;
  const mayView = session.policy.may(model, 'view');
  const current = mayView ? parseExact(joined(row.own, row.helpers)) : null;
  throw new AdminError('conflict', { body: { current } });
}
