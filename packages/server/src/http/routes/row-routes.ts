import type { RelatedRows } from '@grimoire/protocol';
import { authorize } from '../../authorize/authorize.ts';
import { AdminError, notFound } from '../../errors/errors.ts';
import { relatedDoc, rowDoc, autocompleteDoc } from '../../openapi/model-docs.ts';
import { planRow, planAutocomplete, autocompletePageSize } from '../../plan/list.ts';
import { joined } from '../../store/reads.ts';
import { countImpact, describeImpact } from '../../write/impact.ts';
import { noBody } from '../body.ts';
import { policyOf } from '../trash.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { entityTag } from '../entity-tag.ts';
import type { RowExchange } from '../exchange.ts';
import { json } from '../message.ts';
import { rowParameters, suggestionParameters } from '../parameters.ts';

/** One row (CONTRACT §5). */
export const getRow: Endpoint = endpoint({
  method: 'GET',
  path: '/r/:model/:pk',
  access: 'row',
  right: 'view',
  parameters: rowParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { model, key, service } = call;
      const policy = policyOf(call, call.query);
      const row = await service.store.row(authorize(planRow(model, key), policy)).catch(asMissing);
      if (!row) throw notFound();
      return json(200, joined(row.fields, row.helpers), { ETag: entityTag(row.fields, service.keys.etag[0]) });
    },
  },
  doc: rowDoc,
});

/** The impact of a delete for other rows (CONTRACT §5). */
export const getRelated: Endpoint = endpoint({
  method: 'GET',
  path: '/r/:model/:pk/related',
  access: 'row',
  right: 'view',
  parameters: rowParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { model, key, service } = call;
      const policy = policyOf(call, call.query);
      const counting = countImpact(service.store, policy, { model, keys: [key], right: 'view' });
      const impact = await counting.catch(asMissing);
      if (!impact?.counts.found) throw notFound();
      const answer: RelatedRows = {
        ...describeImpact(impact, policy),
        ...(model.redirects.delete ? { may_be_kept: true } : {}),
        ...(policy.registry.references.mayBePointedAt(model.table) ? { may_be_more: true } : {}),
      };
      return json(200, JSON.stringify(answer));
    },
  },
  doc: relatedDoc,
});

/** Keys and labels for the words that were typed (CONTRACT §4). */
export const getSuggestions: Endpoint = endpoint({
  method: 'GET',
  path: '/r/:model/autocomplete',
  access: 'model',
  right: 'view',
  parameters: suggestionParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run({ model, policy, service, query }) {
      const plan = planAutocomplete(model, query, { limit: autocompletePageSize, fields: model.pickerFields });
      const rows = await service.store.autocomplete(authorize(plan, policy));
      const results = rows.slice(0, autocompletePageSize);
      return json(200, `{"results":[${results.join(',')}],"has_more":${rows.length > autocompletePageSize}}`);
    },
  },
  doc: autocompleteDoc,
});

/** Throws a 404 if the row does not exist, or not in the scope of the user. */
export async function requireRow({ model, key, policy, service }: RowExchange): Promise<void> {
  const row = await service.store.row(authorize(planRow(model, key), policy)).catch(asMissing);
  if (!row) throw notFound();
}

/** If only the database finds that a key is invalid, no row has that key. */
function asMissing(error: unknown): null {
  if (error instanceof AdminError && error.code === 'invalid') return null;
  throw error;
}
