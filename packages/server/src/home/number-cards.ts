import type { Cards, Series, WidgetCard } from '@grimoire/protocol';
import { authorize } from '../authorize/authorize.ts';
import type { Model } from '../model/model.ts';
import { planAggregates, planSpans } from '../plan/aggregate.ts';
import { lastUnits, startOfDay, twoPeriods } from './calendar-spans.ts';
import { aggregatesOf, type CardContext, inBudget, lateCard, linkTo, modelOf, type ReadCard, unitOf, withinDays } from './card-context.ts';
import { type CardTime, numberOf, numberRequest, parametersOf } from './card-rows.ts';
import type { CardNumber, NumberCardConfig, SeriesCardConfig } from './home-config.ts';
import { movingFilters } from './relative-query.ts';
import { difference } from './exact-numbers.ts';

/** A card of one number, of all rows or of the last days. */
export function numberCard({ number }: NumberCardConfig, context: CardContext, label: string): ReadCard {
  return number.period ? periodCard({ ...number, period: number.period }, context, label) : totalCard(number, context, label);
}

function totalCard(number: CardNumber, context: CardContext, label: string): ReadCard {
  const model = modelOf(number.model, context);
  const parameters = parametersOf(number, model, context.time);
  const { all } = planAggregates(model, numberRequest(parameters, number.of));
  authorize(all, context.policy);
  return () =>
    inBudget(context, async (policy) => {
      const read = await aggregatesOf(context, all, policy);
      if (!read) return lateCard;
      return cardOf(
        {
          value: numberOf(model, read[0], number.of),
          ...unitOf(number, context),
          link: linkTo(model, parameters, movingFilters(model, number.filters)),
        },
        label,
      );
    });
}

type PeriodNumber = CardNumber & { readonly period: { readonly by: string; readonly days: number } };

function periodCard(number: PeriodNumber, context: CardContext, label: string): ReadCard {
  const model = modelOf(number.model, context);
  const { by, days } = number.period;
  const parameters = parametersOf(number, model, context.time);
  const edges = edgesOf(model, by, twoPeriods(context.time.zone, context.time.now, days), context.time);
  const plan = planSpans(model, numberRequest(parameters, number.of), { by, edges });
  authorize(plan, context.policy);
  return () =>
    inBudget(context, async (policy) => {
      const read = await aggregatesOf(context, plan, policy);
      if (!read) return lateCard;
      const [before, value] = [0, 1].map((place) =>
        numberOf(
          model,
          read.find((span) => span.value === place),
          number.of,
        ),
      );
      const moving = movingFilters(model, number.filters, { by, last: days, each: 'day' });
      const link = linkTo(model, withinDays(parameters, by, [edges[1] ?? '', edges[2] ?? '']), moving);
      return cardOf({ value, delta: difference(value ?? null, before ?? null), before, days, ...unitOf(number, context), link }, label);
    });
}

function cardOf(card: Omit<WidgetCard, 'key' | 'label'>, label: string): Cards {
  return { cards: [{ key: 'value', label, ...card }] };
}

/** The ends of spans in the form of the field: days, or the moments at which they begin. */
function edgesOf(model: Model, by: string, days: readonly string[], { zone }: CardTime): readonly string[] {
  const isOfMoments = model.fieldByName.get(by)?.type.calendar === 'instant';
  return isOfMoments ? days.map((day) => startOfDay(zone, day)) : days;
}

/** A card of a number for each day, week or month. */
export function seriesCard({ series }: SeriesCardConfig, context: CardContext, label: string): ReadCard {
  const { by, each = 'day', kind = 'line', last, of } = series;
  const model = modelOf(series.model, context);
  const parameters = parametersOf(series, model, context.time);
  const days = lastUnits(context.time.zone, context.time.now, { unit: each, last });
  const edges = edgesOf(model, by, days, context.time);
  const plan = planSpans(model, numberRequest(parameters, of), { by, edges });
  authorize(plan, context.policy);
  return () =>
    inBudget(context, async (policy) => {
      const read = await aggregatesOf(context, plan, policy);
      if (!read) return lateCard;
      const byPlace = new Map(read.map((span) => [span.value, span]));
      const points = days.slice(0, -1);
      const values = points.map((_, place) => numberOf(model, byPlace.get(place), of));
      const moving = movingFilters(model, series.filters, { by, last, each });
      const link = linkTo(model, withinDays(parameters, by, [edges[0] ?? '', edges.at(-1) ?? '']), moving);
      const answer: Series = { series: { kind, each, points, lines: [{ key: 'value', label, values }], ...unitOf(series, context) }, link };
      return answer;
    });
}
