import { requireRight } from '../../authorize/authorize.ts';
import { notFound } from '../../errors/errors.ts';
import type { TrashRight } from '../../model/actor.ts';
import { purgeDoc, restoreDoc } from '../../openapi/model-docs.ts';
import { purgeRows } from '../../write/delete.ts';
import { rowInReach } from '../../write/read-back.ts';
import { keyOfRow } from '../../write/row.ts';
import { takeOutOfTrash } from '../../write/soft-delete.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { ModelExchange } from '../exchange.ts';
import type { HttpResponse } from '../message.ts';
import { writeParameters } from '../parameters.ts';
import { otherwise } from './write-routes.ts';

/** A model without a trash has no such endpoint. */
function needs(right: TrashRight): { check(exchange: ModelExchange): void } {
  return {
    check({ model, policy }) {
      if (!model.softDelete) throw notFound();
      requireRight(policy, model, 'view');
      requireRight(policy, model, right);
    },
  };
}

const noContent: HttpResponse = { status: 204, headers: {}, body: null };

/** Takes a row out of the trash. */
export const restoreRow: Endpoint = endpoint({
  method: 'POST',
  path: '/r/:model/:pk/restore',
  access: 'row',
  right: needs('restore'),
  isOfTrash: true,
  parameters: writeParameters,
  writeOptions: 'query',
  body: noBody,
  handler: {
    kind: 'write row',
    lock: 'restore',
    async run({ model }, session, before) {
      if (model.softDelete) await takeOutOfTrash(session, { model, field: model.softDelete, rows: [before] });
      return noContent;
    },
  },
  doc: restoreDoc,
});

/** Deletes a row in the trash for good. */
export const purgeRow: Endpoint = endpoint({
  method: 'POST',
  path: '/r/:model/:pk/purge',
  access: 'row',
  right: needs('purge'),
  isOfTrash: true,
  parameters: writeParameters,
  writeOptions: 'query',
  body: noBody,
  handler: {
    kind: 'write row',
    lock: 'purge',
    async run(call, session, before) {
      const { model } = call;
      const remaining = await purgeRows(session, { model, rows: [before] });
      if (remaining.size === 0) return noContent;
      const current = await rowInReach(session, model, keyOfRow(model, before));
      return otherwise(call, 200, 'rowKept', current);
    },
  },
  doc: purgeDoc,
});
