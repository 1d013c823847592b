import type { FieldChange } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import { integer, key, object, recordOf, type SchemaOf, strict, text, trusted } from './shapes.ts';

const count: JsonSchema = { type: 'integer', minimum: -100_000, maximum: 100_000 };
const steps = { days: count, weeks: count, months: count, zone: { type: 'string', description: 'A time zone; UTC by default.' } };

/** A change of a field that depends on the value that each row has. */
export const fieldChange: SchemaOf<FieldChange> = trusted({
  oneOf: [
    strict(object({ add: { ...key, description: 'A number that is added.' } }, ['add'])),
    strict(
      object({ percent: { ...key, description: 'So many percent of the value are added, rounded to the places of the field.' } }, [
        'percent',
      ]),
    ),
    strict(
      object({ add: { ...strict(object(steps, [])), minProperties: 1, description: 'A date is moved by months, then by days.' } }, ['add']),
    ),
    strict(object({ append: text }, ['append'])),
    strict(
      object({ replace: strict(object({ find: { type: 'string', minLength: 1, maxLength: 200 }, with: text }, ['find', 'with'])) }, [
        'replace',
      ]),
    ),
  ],
});

/** How many rows have no value, by field. */
export const emptyCounts: SchemaOf<Readonly<Record<string, number>>> = recordOf(
  integer,
  'For each field whose change depends on its value, how many rows have none: they stay without one.',
);
