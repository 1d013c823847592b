import type { Policy } from '../authorize/policy.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { type AggregateFunction, aggregateFunctions, functionsOf, isAggregated, isGroupable } from '../plan/aggregate.ts';
import { type EndpointDoc, ofModel } from './endpoint-doc.ts';
import { rowParameters } from './list-parameters.ts';
import { answer, type OpenApiParameter, type Reference } from './operations.ts';
import { text } from './shapes.ts';
import { refToShared } from './shared-schemas.ts';

const words: Readonly<Record<AggregateFunction, string>> = {
  sum: 'whose values are added',
  avg: 'whose values are averaged',
  min: 'whose smallest value is asked for',
  max: 'whose largest value is asked for',
};

/** The parameters of aggregates that this actor may use. */
function aggregateParameters(model: Model, policy: Policy): (OpenApiParameter | Reference)[] {
  const { fields } = policy.access(model);
  const ofFunctions = aggregateFunctions.flatMap((name) => {
    const names = fields.filter((field) => functionsOf(field).includes(name)).map((field) => field.name);
    return names.length === 0 ? [] : [named(`_${name}`, `Fields ${words[name]}, with commas between them: ${names.join(', ')}.`)];
  });
  const groups = fields.filter((field) => isAggregated(field) && isGroupable(field)).map((field) => field.name);
  const byField = groups.length === 0 ? [] : [named('_group_by', `The field by which rows are grouped: ${groups.join(', ')}.`)];
  return [...ofFunctions, ...byField, ...rowParameters(model, policy)];
}

function named(name: string, description: string): OpenApiParameter {
  const schema: JsonSchema = text;
  return { name, in: 'query', schema, description };
}

export const aggregateDoc: EndpointDoc = ofModel(({ model, policy, names }) => ({
  operationId: names.operation('aggregate'),
  summary: `Sums and other aggregates of ${model.verboseNamePlural}`,
  description:
    'Of the rows that a list has with the same filters and search. Values have the form of their fields; null where no row has a value. If there was no time, `complete` is false and all values are null.',
  parameters: aggregateParameters(model, policy),
  responses: { '200': answer('Aggregates.', refToShared('Aggregates')) },
}));
