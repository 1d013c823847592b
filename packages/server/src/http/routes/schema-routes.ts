import type { ModelList } from '@grimoire/protocol';
import { modelSchemaDoc, modelsDoc } from '../../openapi/service-docs.ts';
import { describeModel } from '../../schema/describe-model.ts';
import { summarizeModels } from '../../schema/summarize-models.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { json } from '../message.ts';
import { noParameters } from '../parameters.ts';

/** The models that the user may know of (CONTRACT §3). */
export const getModels: Endpoint = endpoint({
  method: 'GET',
  path: '/schema',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    run: ({ policy, service }) => json(200, JSON.stringify({ models: summarizeModels(policy, service.settings) } satisfies ModelList)),
  },
  doc: modelsDoc,
});

/** The schema of one model (CONTRACT §3). */
export const getModelSchema: Endpoint = endpoint({
  method: 'GET',
  path: '/schema/:model',
  access: 'model',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: { kind: 'respond', run: ({ model, policy }) => json(200, JSON.stringify(describeModel(model, policy))) },
  doc: modelSchemaDoc,
});
