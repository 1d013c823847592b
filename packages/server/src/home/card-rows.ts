import { reservedParameters } from '@grimoire/protocol';
import type { AggregateValue } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { planFilter } from '../plan/filters.ts';
import type { AggregateRequest } from '../request/aggregate-parameters.ts';
import { type ListRequest, parseListRequest } from '../request/parameters.ts';
import type { AggregatesOfRows } from '../store/aggregates.ts';
import { dayIn, startOfDay } from './calendar-spans.ts';
import type { CardMeasure, CardRows } from './home-config.ts';
import { relativeDay } from './relative-query.ts';

/** The time of a request for a card, and the zone in which its days begin. */
export interface CardTime {
  readonly now: number;
  readonly zone: string;
}

/** The filters of a card as parameters of a list, with the days of today. */
export function parametersOf({ filters = {} }: Pick<CardRows, 'filters'>, model: Model, time: CardTime): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(filters)) {
    for (const value of Array.isArray(given) ? (given as readonly unknown[]) : [given])
      parameters.append(name, valueOf(name, String(value), { model, time }));
  }
  return parameters;
}

function valueOf(name: string, value: string, { model, time }: { readonly model: Model; readonly time: CardTime }): string {
  const match = relativeDay.exec(value);
  if (!match) return value;
  const calendar = planFilter(model, { name, values: [value] }).reads[0]?.path?.field.type.calendar;
  if (calendar === undefined) return value;
  const day = dayIn(time.zone, time.now, Number(match[1] ?? 0));
  return calendar === 'instant' ? startOfDay(time.zone, day) : day;
}

/** The request for a list with these parameters. */
export function listRequest(parameters: URLSearchParams, size = 1): ListRequest {
  return parseListRequest(parameters, { pageSize: size, maxPageSize: size });
}

/** The request for a number of the rows that these parameters name. */
export function numberRequest(parameters: URLSearchParams, of: CardMeasure = 'count', groupBy: string | null = null): AggregateRequest {
  const sum = typeof of === 'object' && 'sum' in of ? [of.sum] : [];
  const avg = typeof of === 'object' && 'avg' in of ? [of.avg] : [];
  return { rows: listRequest(parameters), sum, avg, min: [], max: [], groupBy };
}

/** The field of a measure; undefined for a number of rows. */
export function fieldOf(of: CardMeasure | undefined): string | undefined {
  if (of === undefined || of === 'count') return undefined;
  return 'sum' in of ? of.sum : of.avg;
}

/** Whether the numbers of parts add up to that of the whole. */
export function addsUp(of: CardMeasure | undefined): boolean {
  return of === undefined || of === 'count' || 'sum' in of;
}

/** The number of rows that were read, in the form of its field. Of no rows, counts and sums are zero, and averages null. */
export function numberOf(model: Model, rows: AggregatesOfRows | undefined, of: CardMeasure = 'count'): AggregateValue {
  if (of === 'count') return rows?.count ?? 0;
  const name = fieldOf(of);
  const field = model.fieldByName.get(name ?? '');
  const total = rows?.totals[name ?? ''] ?? null;
  if (!field?.type.totals) return null;
  if ('avg' in of) return total === null ? null : field.type.totals.average(total, field);
  return field.type.totals.sum(total ?? '0 1', field);
}

const reserved: ReadonlySet<string> = new Set(reservedParameters);

/** The name of the filter for rows with a value of a field. */
export function filterName(field: string): string {
  return reserved.has(field) || field.startsWith('_') ? `${field}__exact` : field;
}
