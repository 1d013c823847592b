import { type EndpointDoc, ofService, type Schemas } from '../openapi/endpoint-doc.ts';
import { answer, refTo } from '../openapi/operations.ts';
import { key, list, object, text } from '../openapi/shapes.ts';

const schemas: Schemas = {
  Found: object({
    results: list(
      object({
        model: text,
        rows: list(object({ value: key, label: text, fields: { type: 'object', additionalProperties: true } }, ['value', 'label'])),
        has_more: { type: 'boolean' },
      }),
    ),
    complete: { type: 'boolean' },
  }),
};

export const searchDoc: EndpointDoc = ofService(
  {
    tag: 'widgets',
    operationId: 'search',
    summary: 'Find rows of all models',
    description:
      'Five rows at most of each model that the user may view and that has search fields, the logs left out, with the `fields` that its autocomplete has. `complete` is false where not every model could be searched in a second.',
    responses: { '200': answer('Rows by model.', refTo('Found')) },
  },
  schemas,
);
