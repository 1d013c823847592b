import { z } from 'zod';
import { AdminError, notFound } from '../../errors/errors.ts';
import { suggestDoc } from '../../openapi/suggest-doc.ts';
import { bodyOf, row } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { json } from '../message.ts';
import { noParameters } from '../parameters.ts';

/** The values that other fields of a form should have, once one has a new value (CONTRACT §15). A model without `suggest` has none. */
export const postSuggest: Endpoint = endpoint({
  method: 'POST',
  path: '/r/:model/suggest',
  access: 'model',
  right: {
    check({ model, policy }) {
      if (model.suggest.size === 0) throw notFound();
      if (!policy.may(model, 'add') && !policy.may(model, 'change')) throw new AdminError('permission_denied');
    },
  },
  parameters: noParameters,
  body: bodyOf(z.strictObject({ field: z.string(), values: row })),
  handler: {
    kind: 'respond',
    async run({ service, model, policy, body }) {
      const values = await service.suggestions.run({ model, ...body }, policy);
      return json(200, JSON.stringify({ values }));
    },
  },
  doc: suggestDoc,
});
