import { keySegment } from '@grimoire/protocol';
import { notFound } from '../../errors/errors.ts';
import { createDoc, deleteDoc, updateDoc } from '../../openapi/model-docs.ts';
import { keyTextOf } from '../../plan/keys.ts';
import { type KeyValues, parseKey } from '../../request/key.ts';
import { joined, type OneRow } from '../../store/reads.ts';
import { createRow } from '../../write/create.ts';
import { deleteRows } from '../../write/delete.ts';
import { partOfRow, rowForWriter, rowInReach } from '../../write/read-back.ts';
import { keyOfRow } from '../../write/row.ts';
import { updateRow } from '../../write/update.ts';
import { noBody, objectBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { entityTag } from '../entity-tag.ts';
import { writeOnce } from '../execute-once.ts';
import type { ModelExchange } from '../exchange.ts';
import { type HttpResponse, json } from '../message.ts';
import { writeParameters } from '../parameters.ts';
import { say, written } from '../../texts/message.ts';

/** Creates a row (CONTRACT §5). */
export const postRow: Endpoint = endpoint({
  method: 'POST',
  path: '/r/:model',
  access: 'model',
  right: 'add',
  parameters: writeParameters,
  writeOptions: 'query',
  body: objectBody,
  handler: {
    kind: 'execute once',
    operation: () => 'create',
    run(call, repeatable) {
      const { model, body } = call;
      return writeOnce(call, repeatable, {
        async run(session) {
          const { key, answer } = await createRow(session, model, body);
          if (!answer)
            return { response: otherwise(call, 201, 'rowGone'), kept: JSON.stringify({ pk: keyTextOf(model, key), isGone: true }) };
          const response = createdResponse(call, key, answer);
          const replayed: KeptRow = { pk: keyTextOf(model, key), tag: response.headers['ETag'] };
          return { response, kept: JSON.stringify(replayed) };
        },
        async replay(session, kept) {
          const { pk, tag, isGone } = keptRow(kept);
          if (isGone) return otherwise(call, 201, 'rowGone');
          const key = parseKey(model, pk);
          if (!key) throw notFound();
          const row = await rowForWriter(session, model, key);
          const response = createdResponse(call, key, row);
          // A row that has changed since is shown to those alone who may view it.
          const isShown = session.policy.may(model, 'view') || response.headers['ETag'] === tag;
          return isShown ? response : createdResponse(call, key, partOfRow(model, row, []));
        },
      });
    },
  },
  doc: createDoc,
});

function createdResponse(exchange: ModelExchange, key: KeyValues, answer: OneRow): HttpResponse {
  const { model, service, url, prefix } = exchange;
  const location = `${url.origin}${prefix}${service.basePath}/r/${model.key}/${keySegment(keyTextOf(model, key))}/`;
  return rowResponse(exchange, 201, answer, { Location: location });
}

/** What is kept of a create: the key of the row, and the tag of the row as it was answered. */
interface KeptRow {
  readonly pk: string;
  readonly tag?: string | undefined;
  /** Whether the database has taken the row out of its table. */
  readonly isGone?: boolean;
}

/** The row that an earlier request has created; versions before 0.2 stored the whole response. */
function keptRow(kept: string): KeptRow {
  const outcome = JSON.parse(kept) as Partial<KeptRow> & { readonly headers?: { readonly Location?: string } };
  const [, last = ''] = /\/([^/]+)\/$/.exec(outcome.headers?.Location ?? '') ?? [];
  return { pk: outcome.pk ?? decodeURIComponent(last), tag: outcome.tag, isGone: outcome.isGone === true };
}

/** Changes a row (CONTRACT §2, §5). */
export const patchRow: Endpoint = endpoint({
  method: 'PATCH',
  path: '/r/:model/:pk',
  access: 'row',
  right: 'change',
  parameters: writeParameters,
  writeOptions: 'query',
  body: objectBody,
  handler: {
    kind: 'write row',
    lock: 'change',
    async run(call, session, before) {
      const { model, body: input } = call;
      const updated = await updateRow(session, { model, before, input });
      return updated.isGone ? otherwise(call, 200, 'rowGone') : rowResponse(call, 200, updated.saved);
    },
  },
  doc: updateDoc,
});

/** Deletes a row (CONTRACT §5). */
export const deleteRow: Endpoint = endpoint({
  method: 'DELETE',
  path: '/r/:model/:pk',
  access: 'row',
  right: 'delete',
  parameters: writeParameters,
  writeOptions: 'query',
  body: noBody,
  handler: {
    kind: 'write row',
    lock: 'delete',
    async run(call, session, before) {
      const { model } = call;
      const remaining = await deleteRows(session, { model, rows: [before], action: 'delete' });
      if (remaining.size === 0) return { status: 204, headers: {}, body: null };
      const current = await rowInReach(session, model, keyOfRow(model, before));
      return otherwise(call, 200, 'rowKept', current);
    },
  },
  doc: deleteDoc,
});

/** The answer to a write of which a trigger or a rule of the database has made something else: what that is, and the row as it is now. */
export function otherwise(
  { policy }: ModelExchange,
  status: number,
  key: 'rowKept' | 'rowGone',
  current: OneRow | null = null,
): HttpResponse {
  const detail = JSON.stringify(written(say(key), policy.registry.wording));
  return json(status, `{"detail":${detail},"current":${current ? joined(current.fields, current.helpers) : 'null'}}`);
}

function rowResponse(
  { service }: ModelExchange,
  status: number,
  row: OneRow,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return json(status, joined(row.fields, row.helpers), { ...headers, ETag: entityTag(row.tagged ?? row.fields, service.keys.etag[0]) });
}
