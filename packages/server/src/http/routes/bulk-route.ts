import type { Operation, OperationResults } from '@grimoire/protocol';
import { z } from 'zod';
import { requireRight } from '../../authorize/authorize.ts';
import { AdminError, invalidParameters } from '../../errors.ts';
import { keyOnWire } from '../../plan/keys.ts';
import { refuseParameters } from '../../request/parameters.ts';
import { bulkDelete, bulkUpdate, maxBulk } from '../../write/bulk.ts';
import { rightOf, runOperations } from '../../write/operations.ts';
import type { WriteSession } from '../../write/session.ts';
import { problemsOf, readObject, row, shaped } from '../body.ts';
import { type HttpResponse, json } from '../message.ts';
import type { ModelExchange } from '../exchange.ts';
import { keptWhole, withIdempotency } from '../idempotent-request.ts';
import { requireTag } from './write-routes.ts';

const ids = z.array(z.unknown()).max(maxBulk, `At most ${maxBulk} at once.`);
const deleteBody = z.strictObject({ action: z.literal('delete'), ids });
const updateBody = z.strictObject({ action: z.literal('update'), ids, data: row });
const operationsBody = z.strictObject({ operations: z.array(z.unknown()).max(maxBulk, `At most ${maxBulk} at once.`) });
const reference = z.strictObject({ $ref: z.int().min(0) });
const operation = z.strictObject({
  op: z.enum(['create', 'update', 'delete']),
  model: z.string().optional(),
  pk: z.union([z.string(), z.number(), reference]).optional(),
  data: row.optional(),
  if_match: z.string().optional(),
});

/** `POST /r/{app}.{Model}/bulk/`: one transaction, all or nothing (CONTRACT §6). */
export async function postBulk(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, request, url } = exchange;
  refuseParameters(url.searchParams);
  const body = await readObject(request);
  if ('operations' in body) {
    const operations = readOperations(shaped(body, operationsBody).operations);
    requireRights(exchange, operations);
    return withIdempotency(
      exchange,
      { what: 'bulk', body },
      keptWhole((session) => runAll(exchange, session, operations)),
    );
  }
  if (body['action'] === 'delete') {
    requireRight(policy, model, 'delete');
    const wanted = shaped(body, deleteBody);
    const job = keptWhole(async (session) => json(200, JSON.stringify({ deleted: await bulkDelete(session, model, wanted.ids) })));
    return withIdempotency(exchange, { what: 'bulk', body }, job);
  }
  if (body['action'] !== 'update') throw invalidParameters(new Map([['action', ['Must be "delete" or "update".']]]));
  requireRight(policy, model, 'change');
  const wanted = shaped(body, updateBody);
  const job = keptWhole(async (session) => {
    const updated = await bulkUpdate(session, model, wanted.ids, wanted.data);
    return json(200, JSON.stringify({ updated }));
  });
  return withIdempotency(exchange, { what: 'bulk', body }, job);
}

/** Every right that the operations need, before anything is done, or answered as it was before. */
function requireRights({ model, policy }: ModelExchange, operations: readonly Operation[]): void {
  for (const { op, model: key } of operations) {
    const owner = key === undefined ? model : policy.registry.find(key);
    // A model that is not there for them is told with the operation's number.
    if (owner && policy.knows(owner)) requireRight(policy, owner, rightOf[op]);
  }
}

/** Each operation by itself, so that what is wrong is said under its number. */
function readOperations(raw: readonly unknown[]): Operation[] {
  const problems: Record<string, unknown> = {};
  const operations = raw.map((value, index) => {
    const result = operation.safeParse(value);
    if (!result.success) problems[index] = Object.fromEntries(problemsOf(result.error));
    return result.data as Operation;
  });
  const [first] = Object.keys(problems);
  if (first !== undefined) throw new AdminError('invalid', { detail: `Operation ${first} is malformed.`, body: { operations: problems } });
  return operations;
}

async function runAll({ model, service }: ModelExchange, session: WriteSession, operations: readonly Operation[]): Promise<HttpResponse> {
  const outcomes = await runOperations(session, {
    model,
    operations,
    requireMatch: (current, owner, key, tag) => requireTag({ session: current, model: owner, key, etagKeys: service.keys.etag }, tag),
  });
  const results = outcomes.map(({ model: owner, key }, index) => ({ op: operations[index]?.op ?? 'update', pk: keyOnWire(owner, key) }));
  const answer: OperationResults = { results };
  return json(200, JSON.stringify(answer));
}
