import type { Policy } from '../../authorize/policy.ts';
import { invalidParameter } from '../../errors/errors.ts';
import type { Model } from '../../model/model.ts';
import { refuseParameters } from '../../request/parameters.ts';
import { openApiDoc } from '../../openapi/service-docs.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { json } from '../message.ts';
import type { ParameterReader } from '../parameters.ts';
import { say } from '../../texts/message.ts';

/** The keys of models in `model`; all models by default. Empty keys are ignored. */
const modelParameter: ParameterReader<readonly string[]> = {
  read(parameters) {
    const others = new URLSearchParams(parameters);
    others.delete('model');
    refuseParameters(others);
    return parameters.getAll('model').filter((name) => name !== '');
  },
  label: '`model`',
  documented: [
    {
      name: 'model',
      in: 'query',
      schema: { type: 'array', items: { type: 'string' } },
      explode: true,
      description: 'Keys of the models that it is to have; all of them by default.',
    },
  ],
};

/** What this user may request, of all models or of those that `model` names (CONTRACT §14). */
export const getOpenApi: Endpoint = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'staff',
  right: null,
  parameters: modelParameter,
  body: noBody,
  handler: {
    kind: 'respond',
    async run({ policy, service, prefix, query }) {
      const models = modelsOf(policy, query);
      return json(200, await service.documents.textOf({ policy, models, widgets: service.describedWidgets(policy), prefix }));
    },
  },
  doc: openApiDoc,
});

/** The models that the actor knows of, or those of them that are named. Throws a 400 for a name of none. */
function modelsOf(policy: Policy, given: readonly string[]): readonly Model[] {
  if (given.length === 0) return policy.registry.models.filter((model) => policy.knows(model));
  const models = new Map(given.map((name) => [name, knownModel(policy, name)]));
  const unknown = given.filter((name) => models.get(name) === undefined);
  if (unknown.length > 0) throw invalidParameter('model', ...unknown.map((name) => say('unknownModel', { name: name.slice(0, 100) })));
  const wanted = new Set(models.values());
  return policy.registry.models.filter((model) => wanted.has(model));
}

function knownModel(policy: Policy, name: string): Model | undefined {
  const model = policy.registry.find(name);
  return model && policy.knows(model) ? model : undefined;
}
