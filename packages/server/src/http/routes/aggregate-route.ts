import type { AggregateValue } from '../../model/field-type.ts';
import { authorize } from '../../authorize/authorize.ts';
import { aggregateDoc } from '../../openapi/aggregate-doc.ts';
import { type AggregatePlans, planAggregates } from '../../plan/aggregate.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { AggregateRequest } from '../../request/aggregate-parameters.ts';
import type { AggregatesOfRows } from '../../store/aggregates.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import type { ModelExchange } from '../exchange.ts';
import { json } from '../message.ts';
import { aggregateParameters } from '../parameters.ts';
import { policyOf } from '../trash.ts';

/** Sums, averages, smallest and largest values of the rows of a list (CONTRACT §15). */
export const getAggregates: Endpoint = endpoint({
  method: 'GET',
  path: '/r/:model/aggregate',
  access: 'model',
  right: 'view',
  parameters: aggregateParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const plans = planAggregates(call.model, call.query);
      const read = await readAggregates(call, call.query, plans);
      return json(200, JSON.stringify(read ? answerOf(call.query, plans, read) : lateAnswer(call.query, plans)));
    },
  },
  doc: aggregateDoc,
});

/** What was read in time. */
interface ReadAggregates {
  readonly all: AggregatesOfRows;
  readonly groups: readonly AggregatesOfRows[];
}

/** Reads the aggregates of all rows and of their groups; null if that takes longer than the budget. */
async function readAggregates(call: ModelExchange, { rows }: AggregateRequest, plans: AggregatePlans): Promise<ReadAggregates | null> {
  const { store, settings } = call.service;
  const policy = policyOf(call, rows).until(Date.now() + settings.aggregateBudget);
  const [all] = (await store.aggregates(authorize(plans.all, policy))) ?? [];
  const groups = all && plans.groups ? await store.aggregates(authorize(plans.groups, policy)) : [];
  return all && groups ? { all, groups } : null;
}

type Values = Readonly<Record<string, AggregateValue>>;

/** The aggregates in the form in which they are sent. */
function valuesOf(request: AggregateRequest, { totals: fields }: AggregatePlan, { count, totals, min, max }: AggregatesOfRows) {
  const served = (names: readonly string[], of: 'sum' | 'average'): Values =>
    Object.fromEntries(
      names.map((name) => {
        const field = fields.find((each) => each.field.name === name)?.field;
        const total = totals[name] ?? null;
        return [name, total === null ? null : (field?.type.totals?.[of](total, field) ?? null)];
      }),
    );
  return { count, sum: served(request.sum, 'sum'), avg: served(request.avg, 'average'), min, max };
}

function answerOf(request: AggregateRequest, { all: plan, groups }: AggregatePlans, read: ReadAggregates): object {
  const answer = { ...valuesOf(request, plan, read.all), complete: true };
  if (!groups) return answer;
  const shown = read.groups.slice(0, groups.limit);
  return {
    ...answer,
    groups: shown.map((group) => ({ value: group.value, label: group.label, ...valuesOf(request, plan, group) })),
    has_more: read.groups.length > groups.limit,
  };
}

/** The answer if there was no time: nothing is known. */
function lateAnswer(request: AggregateRequest, { groups }: AggregatePlans): object {
  const unknown = (names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, null]));
  const values = { sum: unknown(request.sum), avg: unknown(request.avg), min: unknown(request.min), max: unknown(request.max) };
  return { count: null, ...values, complete: false, ...(groups ? { groups: [], has_more: false } : {}) };
}
