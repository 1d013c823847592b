import type { Breakdown, BreakdownPart, ListLink } from '@grimoire/protocol';
import { authorize } from '../authorize/authorize.ts';
import type { AggregateValue } from '../model/field-type.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { largestGroups, planAggregates } from '../plan/aggregate.ts';
import type { AggregatePlan, Grouping } from '../plan/plan.ts';
import type { AggregatesOfRows } from '../store/aggregates.ts';
import { aggregatesOf, type CardContext, inBudget, lateCard, linkTo, modelOf, type ReadCard, unitOf } from './card-context.ts';
import { addsUp, fieldOf, filterName, numberOf, numberRequest, parametersOf } from './card-rows.ts';
import { type Moving, movingFilters } from './relative-query.ts';
import { difference, shareOf } from './exact-numbers.ts';
import type { BreakdownCardConfig, CardMeasure } from './home-config.ts';
import { say, type Wording, written } from '../texts/message.ts';

/** The number of parts of a breakdown, without the rest. */
export const usualParts = 5;

/** A card of a number for each value of a field. */
export function breakdownCard({ breakdown }: BreakdownCardConfig, context: CardContext): ReadCard {
  const { by, of, top = usualParts } = breakdown;
  const model = modelOf(breakdown.model, context);
  const parameters = parametersOf(breakdown, model, context.time);
  const plans = planAggregates(model, numberRequest(parameters, of, by));
  authorize(plans.all, context.policy);
  return () =>
    inBudget(context, async (policy) => {
      const whole = await aggregatesOf(context, plans.all, policy);
      const groups = whole && plans.groups && (await aggregatesOf(context, largest(plans.groups, top, of), policy));
      const field = model.fieldByName.get(by);
      if (!groups || !field) return lateCard;
      const total = addsUp(of) ? numberOf(model, whole[0], of) : null;
      const moving = movingFilters(model, breakdown.filters);
      const read = { model, field, parameters, moving, of, total, wording: policy.registry.wording };
      const parts = partsOf(read, groups.slice(0, top), groups.length > top);
      const answer: Breakdown = {
        breakdown: { parts, ...(addsUp(of) ? { total } : {}), ...unitOf(breakdown, context) },
        link: linkTo(model, parameters, moving),
      };
      return answer;
    });
}

function largest(groups: AggregatePlan, limit: number, of: CardMeasure | undefined): AggregatePlan {
  const field = groups.model.fieldByName.get(fieldOf(of) ?? '');
  const by: Grouping['largest'] = field && { of: addsUp(of) ? 'sum' : 'avg', field };
  return largestGroups(groups, limit, by);
}

interface ReadBreakdown {
  readonly model: Model;
  readonly field: Field;
  readonly parameters: URLSearchParams;
  readonly moving: Moving;
  readonly of: CardMeasure | undefined;
  /** Null if the parts do not add up. */
  readonly total: AggregateValue;
  readonly wording: Wording;
}

function partsOf(read: ReadBreakdown, groups: readonly AggregatesOfRows[], hasMore: boolean): readonly BreakdownPart[] {
  const { model, of, total, wording } = read;
  const parts = groups.map((group) => partOf(read, group));
  if (!hasMore || !addsUp(of)) return parts;
  let rest = total;
  for (const group of groups) rest = difference(rest, numberOf(model, group, of));
  const share = shareOf(rest, total);
  return [...parts, { key: 'other', label: written(say('otherPart'), wording), value: rest, ...(share === undefined ? {} : { share }) }];
}

function partOf(read: ReadBreakdown, group: AggregatesOfRows): BreakdownPart {
  const { model, field, of, total, wording } = read;
  const value = numberOf(model, group, of);
  const tone = field.tones?.[textOf(group.value)];
  const share = shareOf(value, total);
  return {
    key: group.value === null ? 'none' : `=${textOf(group.value)}`,
    label: labelOf(group, wording),
    value,
    ...(share === undefined ? {} : { share }),
    ...(tone === undefined ? {} : { tone }),
    link: linkOf(read, group.value),
  };
}

/** A value that rows are grouped by: a text, a number or a boolean. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function labelOf({ value, label }: AggregatesOfRows, wording: Wording): string {
  if (value === null) return written(say('nonePart'), wording);
  if (typeof value === 'boolean') return written(say(value ? 'yesPart' : 'noPart'), wording);
  return label ?? textOf(value);
}

/** The rows of a part: those of the card with this value. */
function linkOf({ model, field, parameters, moving }: ReadBreakdown, value: unknown): ListLink {
  const ofPart = new URLSearchParams(parameters);
  if (value === null) ofPart.append(`${field.name}__isnull`, 'true');
  // A filter of the card for the same field is wider: with both, a list would have the rows of either.
  else ofPart.set(filterName(field.name), textOf(value));
  return linkTo(model, ofPart, moving);
}
