import type { References } from '@grimoire/protocol';
import { authorize } from '../../authorize/authorize.ts';
import type { Policy } from '../../authorize/policy.ts';
import type { Field } from '../../model/field.ts';
import type { Model } from '../../model/model.ts';
import { referencesDoc } from '../../openapi/model-docs.ts';
import { planCount, planList } from '../../plan/list.ts';
import { parseListRequest } from '../../request/parameters.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { RowExchange } from '../exchange.ts';
import { inTime } from '../in-time.ts';
import { json } from '../message.ts';
import { noParameters } from '../parameters.ts';
import { requireRow } from './row-routes.ts';

/** The largest number of rows that is counted. */
const mostCounted = 1000;

/** A foreign key of another model that points to the model of a row. */
interface Incoming {
  readonly model: Model;
  readonly field: Field;
}

/** The rows that point to a row, counted by foreign keys that the user may view (CONTRACT §15). */
export const getReferences: Endpoint = endpoint({
  method: 'GET',
  path: '/r/:model/:pk/references',
  access: 'row',
  right: 'view',
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      await requireRow(call);
      const all = incomingOf(call.model, call.policy);
      const counts = await inTime(all, call.policy, {
        keyOf: ({ field }) => field,
        job: (incoming, within) => countOf(incoming, call, within),
        onFailure: (error, { model }) => call.service.log.error(error, 'The rows of a model could not be counted.', { model: model.key }),
      });
      const references = all.map((incoming) => ({
        model: incoming.model.key,
        field: incoming.field.name,
        verbose_name: incoming.field.verboseName,
        count: counts.get(incoming)?.value ?? null,
        capped: counts.get(incoming)?.isCapped ?? false,
      }));
      return json(200, JSON.stringify({ references } satisfies References));
    },
  },
  doc: referencesDoc,
});

/** The foreign keys by which lists of other models can be limited to one row of this one. A log names its rows in another way. */
function incomingOf(model: Model, policy: Policy): readonly Incoming[] {
  if (model.primaryKey.length !== 1) return [];
  const others = policy.registry.models.filter((other) => other.redact === undefined && policy.may(other, 'view'));
  return others.flatMap((other) =>
    policy
      .access(other)
      .fields.filter((field) => field.queryable && field.relation?.model === model.key && !field.link)
      .map((field) => ({ model: other, field })),
  );
}

function countOf({ model, field }: Incoming, { service, pathParameters }: RowExchange, policy: Policy) {
  const filter = new URLSearchParams([[`${field.name}__exact`, pathParameters['pk'] ?? '']]);
  const plan = planList(model, parseListRequest(filter, service.settings));
  return service.store.roughCount(authorize(planCount(plan, 'capped', mostCounted), policy), null);
}
