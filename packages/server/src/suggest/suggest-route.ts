import type { SuggestAnswer } from '@grimoire/protocol';
import { z } from 'zod';
import { AdminError, notFound } from '../errors/errors.ts';
import { suggestDoc } from './suggest-doc.ts';
import { bodyOf, row } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { json } from '../http/message.ts';
import { suggestionsKey } from './state.ts';
import { noParameters } from '../http/parameters.ts';

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
      const values = await service.states.of(suggestionsKey).run({ model, ...body }, policy);
      return json(200, JSON.stringify({ values } satisfies SuggestAnswer));
    },
  },
  doc: suggestDoc,
});
