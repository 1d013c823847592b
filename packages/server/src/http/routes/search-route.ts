import { authorize } from '../../authorize/authorize.ts';
import type { Policy } from '../../authorize/policy.ts';
import { AdminError } from '../../errors.ts';
import type { Model } from '../../model/model.ts';
import { searchDoc } from '../../openapi/service-docs.ts';
import { planSuggestions } from '../../plan/list.ts';
import type { SuggestionsRequest } from '../../request/parameters.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { StaffExchange } from '../exchange.ts';
import { json } from '../message.ts';
import { searchParameters } from '../parameters.ts';

/** Milliseconds that the search of all models may take. */
const budget = 200;

/** The most rows of one model. */
const rowsOfModel = 5;

/** Models that are searched at the same time: the user's other requests go on. */
const atOnce = 3;

/** Rows of all models that the user may view and search, as keys and labels (CONTRACT §15). */
export const getSearch: Endpoint = endpoint({
  method: 'GET',
  path: '/search',
  access: 'staff',
  right: null,
  parameters: searchParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(exchange) {
      const { policy, query } = exchange;
      const models = query.words.length === 0 ? [] : policy.registry.models.filter((model) => isSearched(model, policy));
      const found = await searchAll(models, query, exchange);
      const groups = models.flatMap((model) => found.get(model) ?? []);
      return json(200, `{"results":[${groups.join(',')}],"complete":${found.size === models.length}}`);
    },
  },
  doc: searchDoc,
});

/** A log is searched in its own list. */
function isSearched(model: Model, policy: Policy): boolean {
  return model.searchFields.length > 0 && model.redact === undefined && policy.may(model, 'view');
}

/** The results of the models that were searched in time, as JSON; empty for a model without a match. */
async function searchAll(
  models: readonly Model[],
  query: SuggestionsRequest,
  exchange: StaffExchange,
): Promise<ReadonlyMap<Model, string[]>> {
  const until = Date.now() + budget;
  const policy = exchange.policy.until(until);
  const found = new Map<Model, string[]>();
  const left = [...models];
  const work = async (): Promise<void> => {
    for (let model = left.shift(); model && Date.now() < until; model = left.shift()) {
      const rows = await exchange.service.store.suggestions(authorize(planSuggestions(model, query), policy)).catch(lateAsNull);
      if (rows !== null) found.set(model, rows.length === 0 ? [] : [groupOf(model, rows)]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

function groupOf(model: Model, rows: readonly string[]): string {
  const shown = rows.slice(0, rowsOfModel).join(',');
  return `{"model":${JSON.stringify(model.key)},"rows":[${shown}],"has_more":${rows.length > rowsOfModel}}`;
}

/** A model that takes too long, or for which there is no place, is left out. */
function lateAsNull(error: unknown): null {
  if (error instanceof AdminError && (error.code === 'timeout' || error.code === 'unavailable')) return null;
  throw error;
}
