import { useKinds } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import type { EndpointDoc, Schemas } from '../openapi/endpoint-doc.ts';
import { answer, refTo } from '../openapi/operations.ts';
import { choiceOf, list, nullableText, object, text } from '../openapi/shapes.ts';

const integer: JsonSchema = { type: 'integer' };
const use = { model: text, kind: choiceOf(...useKinds), fields: list(text), plan: list(text) };

/** The schemas of what the doctor found. */
const schemas: Schemas = {
  Advice: object({ problem: text, cure: nullableText }),
  Doctor: object({
    examined_at: { type: 'string', format: 'date-time' },
    examined: object({ tables: integer, uses: integer }),
    uses: list(object({ ...use, served: { type: 'boolean' } })),
    unserved: list(object({ ...use, problem: text, cure: nullableText, bytes: { type: ['integer', 'null'] }, notes: list(text) })),
    advice: list(refTo('Advice')),
    notes: list(text),
  }),
};

/** Part of the documents of superusers alone. */
export const doctorDoc: EndpointDoc = {
  per: 'service',
  schemas,
  operations: ({ policy }) =>
    policy.actor.isSuperuser
      ? [
          {
            tag: 'widgets',
            operationId: 'getDoctor',
            summary: 'What reads large tables from end to end',
            description:
              'The plans of the database for what the configuration offers, and the statements that make missing indexes. The result is given again for a minute.',
            responses: { '200': answer('The last examination.', refTo('Doctor')) },
          },
        ]
      : [],
};
