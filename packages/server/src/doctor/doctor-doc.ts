import { type Advice, type DoctorReport, type ExaminedUse, type JournalSize, type Unserved, useKinds } from '@grimoire/protocol';
import type { EndpointDoc } from '../openapi/endpoint-doc.ts';
import { answer } from '../openapi/operations.ts';
import {
  boolean,
  choiceOf,
  integer,
  list,
  moment,
  nullable,
  nullableInteger,
  nullableText,
  objectOf,
  recordOf,
  referencesTo,
  type SchemasOf,
  text,
} from '../openapi/shapes.ts';

interface DoctorTypes {
  readonly Advice: Advice;
  readonly Doctor: DoctorReport;
}

const refTo = referencesTo<DoctorTypes>();
const kind = choiceOf(...useKinds);
const use = objectOf<ExaminedUse>({ model: text, kind, fields: list(text), plan: list(text), served: boolean });
const unserved = objectOf<Unserved>({
  model: text,
  kind,
  fields: list(text),
  plan: list(text),
  problem: text,
  cure: nullableText,
  bytes: nullableInteger,
  notes: list(text),
});

const journal = objectOf<JournalSize>({ rows: integer, bytes: integer, oldest: nullableText, keep: text, models: recordOf(text) });

/** The schemas of what the doctor found. */
const schemas: SchemasOf<DoctorTypes> = {
  Advice: objectOf({ problem: text, cure: nullableText }),
  Doctor: objectOf({
    examined_at: moment,
    examined: objectOf({ tables: integer, uses: integer }),
    uses: list(use),
    unserved: list(unserved),
    advice: list(refTo('Advice')),
    journal: nullable(journal),
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
