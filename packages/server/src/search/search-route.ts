import { authorize } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import { planAutocomplete } from '../plan/list.ts';
import { noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { inTime } from '../http/in-time.ts';
import { json } from '../http/message.ts';
import type { ParameterReader } from '../http/parameters.ts';
import { parameter } from '../openapi/operations.ts';
import { parseSearchRequest } from '../request/parameters.ts';
import { searchDoc } from './search-doc.ts';

const words: ParameterReader<ReturnType<typeof parseSearchRequest>> = {
  read: (parameters) => parseSearchRequest(parameters),
  label: '`q`',
  documented: [parameter('Words')],
};

/** The most rows of one model. */
const rowsOfModel = 5;

/** Rows of all models that the user may view and search, as their autocompletes have them (CONTRACT §15). */
export const getSearch: Endpoint = endpoint({
  method: 'GET',
  path: '/search',
  access: 'staff',
  right: null,
  parameters: words,
  body: noBody,
  handler: {
    kind: 'respond',
    async run({ policy, query, service }) {
      const models = query.words.length === 0 ? [] : policy.registry.models.filter((model) => isSearched(model, policy));
      const results = await inTime(models, policy, {
        keyOf: (model) => model,
        job(model, within) {
          const plan = authorize(planAutocomplete(model, query, { limit: rowsOfModel, fields: model.pickerFields }), within);
          return service.searchLimit.run(policy.actor.id, () => service.store.autocomplete(plan), within.deadline);
        },
        onFailure: (error, model) => service.log.error(error, 'A model could not be searched.', { model: model.key }),
      });
      const groups = models.flatMap((model) => groupOf(model, results.get(model) ?? []));
      return json(200, `{"results":[${groups.join(',')}],"complete":${results.size === models.length}}`);
    },
  },
  doc: searchDoc,
});

/** A log is searched in its own list. */
function isSearched(model: Model, policy: Policy): boolean {
  return model.searchFields.length > 0 && model.redact === undefined && policy.may(model, 'view');
}

/** A group of the result, as JSON; none of a model without a match. */
function groupOf(model: Model, rows: readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, rowsOfModel).join(',');
  return [`{"model":${JSON.stringify(model.key)},"rows":[${shown}],"has_more":${rows.length > rowsOfModel}}`];
}
