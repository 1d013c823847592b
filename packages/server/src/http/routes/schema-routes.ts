import { refuseParameters } from '../../request/parameters.ts';
import { describeModel } from '../../schema/describe-model.ts';
import { summarizeModels } from '../../schema/summarize-models.ts';
import { type HttpResponse, json } from '../message.ts';
import type { ModelExchange, StaffExchange } from '../exchange.ts';

/** `GET /schema/`. */
export function getModels({ policy, service, url }: StaffExchange): HttpResponse {
  refuseParameters(url.searchParams);
  return json(200, JSON.stringify({ models: summarizeModels(policy, service.settings) }));
}

/** `GET /schema/{app}.{Model}/`. */
export function getModelSchema({ model, policy, url }: ModelExchange): HttpResponse {
  refuseParameters(url.searchParams);
  return json(200, JSON.stringify(describeModel(model, policy)));
}
