import type { SuggestAnswer, SuggestRequest } from '@grimoire/protocol';
import { exampleBody } from '../openapi/examples.ts';
import type { EndpointDoc } from '../openapi/endpoint-doc.ts';
import { answer, body } from '../openapi/operations.ts';
import { inputFields } from '../openapi/schemas.ts';
import { choiceOf, objectOf, openObject } from '../openapi/shapes.ts';

const values = openObject();

/** A model without `suggest` has no such endpoint, and who can not write its rows has no form. */
export const suggestDoc: EndpointDoc = {
  per: 'model',
  operations({ model, policy, names }) {
    const fields = [...model.suggest.keys()].filter((name) => policy.access(model).fields.some((field) => field.name === name));
    if (fields.length === 0 || !(policy.may(model, 'add') || policy.may(model, 'change'))) return [];
    return [
      {
        tag: model.key,
        operationId: names.operation('suggestValues'),
        summary: `Values that a form of ${model.verboseNamePlural} should have`,
        description: 'Asked once a field has a new value. The answer has values for other fields, by their names; nothing is saved.',
        requestBody: body(objectOf<SuggestRequest>({ field: choiceOf(...fields), values }), {
          field: fields[0],
          values: exampleBody(inputFields(model, policy, true), true),
        }),
        responses: { '200': answer('Values by field.', objectOf<SuggestAnswer>({ values })) },
      },
    ];
  },
};
