import type { Policy } from '../../authorize/policy.ts';
import { invalidParameters } from '../../errors.ts';
import type { Model } from '../../model/model.ts';
import { refuseParameters } from '../../request/parameters.ts';
import { type HttpResponse, json } from '../message.ts';
import type { StaffExchange } from '../exchange.ts';

/** `GET /openapi.json`: what this user may ask for, of all models or of those that `model` names (CONTRACT §14). */
export async function getOpenApi({ policy, service, url }: StaffExchange): Promise<HttpResponse> {
  const others = new URLSearchParams(url.searchParams);
  others.delete('model');
  refuseParameters(others);
  const models = modelsOf(policy, url.searchParams.getAll('model'));
  return json(200, await service.documents.textOf({ policy, models, widgets: service.widgets.visible(policy) }));
}

/** The models that the actor knows of, or those of them that are named. Throws a 400 for a name of none. */
function modelsOf(policy: Policy, names: readonly string[]): readonly Model[] {
  const given = names.filter((name) => name !== '');
  if (given.length === 0) return policy.registry.models.filter((model) => policy.knows(model));
  const found = new Map(given.map((name) => [name, knownModel(policy, name)]));
  const unknown = given.filter((name) => found.get(name) === undefined);
  if (unknown.length > 0) throw invalidParameters(new Map([['model', unknown.map((name) => `Unknown model "${name.slice(0, 100)}".`)]]));
  const wanted = new Set(found.values());
  return policy.registry.models.filter((model) => wanted.has(model));
}

function knownModel(policy: Policy, name: string): Model | undefined {
  const model = policy.registry.find(name);
  return model && policy.knows(model) ? model : undefined;
}
