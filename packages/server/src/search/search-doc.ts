import type { Found } from '@grimoire/protocol';
import { type EndpointDoc, ofService } from '../openapi/endpoint-doc.ts';
import { answer } from '../openapi/operations.ts';
import { boolean, key, list, objectOf, openObject, optional, referencesTo, type SchemasOf, text } from '../openapi/shapes.ts';

interface SearchTypes {
  readonly Found: Found;
}

const schemas: SchemasOf<SearchTypes> = {
  Found: objectOf({
    results: list(
      objectOf({
        model: text,
        rows: list(objectOf({ value: key, label: text, fields: optional(openObject()) })),
        has_more: boolean,
      }),
    ),
    complete: boolean,
  }),
};

export const searchDoc: EndpointDoc = ofService(
  {
    tag: 'widgets',
    operationId: 'search',
    summary: 'Find rows of all models',
    description:
      'Five rows at most of each model that the user may view and that has search fields, the logs left out, with the `fields` that its autocomplete has. `complete` is false where not every model could be searched in a second.',
    responses: { '200': answer('Rows by model.', referencesTo<SearchTypes>()('Found')) },
  },
  schemas,
);
