import type { Deleted, Operation, OperationResults, Purged, Restored, Updated } from '@grimoire/protocol';
import { z } from 'zod';
import { requireRight } from '../../authorize/authorize.ts';
import { invalidParameter, OperationProblems } from '../../errors/errors.ts';
import { keyOnWire } from '../../plan/keys.ts';
import { bulkDoc } from '../../openapi/model-docs.ts';
import { bulkDelete, bulkPurge, bulkRestore, bulkUpdate, maxBulk, type RowsToChange } from '../../write/bulk.ts';
import { rightOf, runOperations } from '../../write/operations.ts';
import type { RowInput } from '../../write/read-input.ts';
import { RelativeChange } from '../../write/relative-change.ts';
import type { UnitOfWork } from '../../write/unit-of-work.ts';
import { objectBody, problemsOf, row, shaped, shapeText } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { requireMatch } from '../entity-tag.ts';
import { keptWhole, writeOnce } from '../execute-once.ts';
import type { ModelExchange } from '../exchange.ts';
import { matchingRows } from '../matching-rows.ts';
import { json } from '../message.ts';
import { noParameters } from '../parameters.ts';
import { inTrash } from '../trash.ts';
import { say } from '../../texts/message.ts';

const ids = z.array(z.unknown()).max(maxBulk, shapeText(say('atOnce', { count: maxBulk })));
const deleteBody = z.strictObject({ action: z.literal('delete'), ids });
const trashBody = z.strictObject({ action: z.enum(['restore', 'purge']), ids });
const updateBody = z.strictObject({
  action: z.literal('update'),
  ids: ids.optional(),
  all_filtered: z.boolean().optional(),
  params: row.optional(),
  data: row.optional(),
  changes: row.optional(),
});
const operationsBody = z.strictObject({ operations: z.array(z.unknown()).max(maxBulk, shapeText(say('atOnce', { count: maxBulk }))) });
const reference = z.strictObject({ $ref: z.int().min(0) });
const operation = z.strictObject({
  op: z.enum(['create', 'update', 'delete']),
  model: z.string().optional(),
  pk: z.union([z.string(), z.number(), reference]).optional(),
  data: row.optional(),
  if_match: z.string().optional(),
});

/** What a bulk request asks for. */
type Bulk =
  | { readonly kind: 'operations'; readonly operations: readonly Operation[] }
  | { readonly kind: 'restore'; readonly ids: readonly unknown[] }
  | { readonly kind: 'purge'; readonly ids: readonly unknown[] }
  | { readonly kind: 'delete'; readonly ids: readonly unknown[] }
  | { readonly kind: 'update'; readonly rows: RowsToChange; readonly input: RowInput };

/** Many writes in one transaction: all are committed, or none (CONTRACT §6). */
export const postBulk: Endpoint = endpoint({
  method: 'POST',
  path: '/r/:model/bulk',
  access: 'model',
  // The rights depend on the body; `input` requires them.
  right: null,
  parameters: noParameters,
  body: objectBody,
  writeOptions: 'body',
  input: (request): Bulk => readBulk(request, request.body),
  handler: {
    kind: 'execute once',
    operation: () => 'bulk',
    run: (call, repeatable) =>
      writeOnce(
        call.input.kind === 'restore' || call.input.kind === 'purge' ? inTrash(call) : call,
        repeatable,
        keptWhole(async (unit) => json(200, JSON.stringify(await write(call, unit, call.input)))),
      ),
  },
  doc: bulkDoc,
});

/** Throws a 400 for a malformed body, and a 403 if the user lacks a right. */
function readBulk(exchange: ModelExchange, body: Readonly<Record<string, unknown>>): Bulk {
  const { model, policy } = exchange;
  if ('operations' in body) {
    const { operations } = shaped(body, operationsBody);
    requireRights(exchange, operations);
    return { kind: 'operations', operations: readOperations(operations) };
  }
  if (body['action'] === 'delete') {
    requireRight(policy, model, 'delete');
    return { kind: 'delete', ids: shaped(body, deleteBody).ids };
  }
  if (model.softDelete && (body['action'] === 'restore' || body['action'] === 'purge')) {
    const { action, ids: keys } = shaped(body, trashBody);
    requireRight(policy, model, 'view');
    requireRight(policy, model, action);
    return { kind: action, ids: keys };
  }
  if (body['action'] !== 'update') throw invalidParameter('action', say('deleteOrUpdate'));
  requireRight(policy, model, 'change');
  // Filters, and changes that depend on a value, tell of values.
  if (body['all_filtered'] === true || 'changes' in body) requireRight(policy, model, 'view');
  const update = shaped(body, updateBody);
  return { kind: 'update', rows: rowsOf(update, exchange), input: inputOf(update) };
}

type UpdateBody = z.infer<typeof updateBody>;

function rowsOf({ ids: keys, all_filtered: isFiltered, params }: UpdateBody, { model, service }: ModelExchange): RowsToChange {
  if (isFiltered !== true) {
    if (params !== undefined) throw invalidParameter('params', say('notCombined', { name: 'ids' }));
    return keys ?? [];
  }
  if (keys !== undefined) throw invalidParameter('ids', say('notCombined', { name: 'all_filtered' }));
  return matchingRows(model, params ?? {}, service.settings);
}

/** The values of `data`, and the changes that depend on the value that a row has. */
function inputOf({ data, changes }: UpdateBody): RowInput {
  if (data === undefined && changes === undefined) throw invalidParameter('data', say('required'));
  const twice = Object.keys(changes ?? {}).find((name) => Object.hasOwn(data ?? {}, name));
  if (twice !== undefined) throw invalidParameter(twice, say('notCombined', { name: 'data' }));
  const relative = Object.entries(changes ?? {}).map(([name, change]) => [name, new RelativeChange(change)] as const);
  return Object.fromEntries([...Object.entries(data ?? {}), ...relative]);
}

async function write(
  exchange: ModelExchange,
  unit: UnitOfWork,
  bulk: Bulk,
): Promise<OperationResults | Deleted | Restored | Purged | Updated> {
  const { model } = exchange;
  if (bulk.kind === 'operations') return runAll(exchange, unit, bulk.operations);
  if (bulk.kind === 'delete') return bulkDelete(unit, model, bulk.ids);
  if (bulk.kind === 'restore') return { restored: await bulkRestore(unit, model, bulk.ids) };
  if (bulk.kind === 'purge') return bulkPurge(unit, model, bulk.ids);
  return bulkUpdate(unit, model, bulk.rows, bulk.input);
}

/**
 * Requires the rights of all operations, malformed ones too, before the first is read (CONTRACT §11), and before the response of an earlier
 * request is given again.
 */
function requireRights({ model, policy }: ModelExchange, operations: readonly unknown[]): void {
  const modelsByOperation = new Map<string, Set<unknown>>();
  for (const each of operations) {
    const { op, model: key } = (each ?? {}) as { readonly op?: unknown; readonly model?: unknown };
    if (typeof op !== 'string' || !Object.hasOwn(rightOf, op)) continue;
    const models = modelsByOperation.get(op) ?? new Set();
    modelsByOperation.set(op, models.add(key));
  }
  for (const [op, models] of modelsByOperation) {
    for (const key of models) {
      const owner = key === undefined ? model : typeof key === 'string' ? policy.registry.find(key) : undefined;
      // For a model that the user may not know of, the error names the number of the operation.
      if (owner && policy.knows(owner)) requireRight(policy, owner, rightOf[op as Operation['op']]);
    }
  }
}

/** Parses each operation separately, so that an error names the number of its operation. */
function readOperations(raw: readonly unknown[]): Operation[] {
  const problems = new OperationProblems();
  const operations: Operation[] = [];
  for (const [index, value] of raw.entries()) {
    const result = operation.safeParse(value);
    if (result.success) operations.push(result.data as Operation);
    else problems.add(index, problemsOf(result.error).asFields(), say('operationMalformed', { index }));
    if (problems.isFull) break;
  }
  problems.throwIfAny();
  return operations;
}

async function runAll({ model, service }: ModelExchange, unit: UnitOfWork, operations: readonly Operation[]): Promise<OperationResults> {
  const outcomes = await runOperations(unit, {
    model,
    operations,
    requireMatch: (current, owner, key, tag) => requireMatch({ unit: current, model: owner, key, etagKeys: service.keys.etag }, tag),
  });
  const results = outcomes.map(({ model: owner, key, made }, index) => ({
    op: operations[index]?.op ?? 'update',
    pk: keyOnWire(owner, key),
    ...(made === undefined ? {} : { [made]: true as const }),
  }));
  return { results };
}
