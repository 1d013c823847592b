import { type Calendar, type PeriodName, relativeFilters } from '@grimoire/protocol';
import type { Model } from '../model/model.ts';
import { planFilter } from '../plan/filters.ts';
import type { StoredView } from '../views/stored-view.ts';
import { dayIn, startOfDay } from './calendar-spans.ts';
import type { CardTime } from './card-rows.ts';
import type { CardFilters } from './home-config.ts';

/** Filters of a link that move with the day, in the form that `@grimoire/client` resolves, and the parameters that they stand for. */
export interface Moving {
  readonly replaced: readonly string[];
  readonly filters: Readonly<Record<string, string>>;
}

/** A day of a card's filter: `today`, `today-30`. */
export const relativeDay: RegExp = /^today(?:([+-]\d{1,5}))?$/;

/** From a day until before another one, counted from today; an end that is left out is open. */
interface Edges {
  readonly from?: number;
  readonly before?: number;
}

/** Of a lookup of days: the ends that it sets, by its day. Those of points in time are the beginnings of days. */
const edgesOf: Readonly<Record<'day' | 'instant', Readonly<Record<string, (day: number) => Edges>>>> = {
  day: {
    '': (day) => ({ from: day, before: day + 1 }),
    __exact: (day) => ({ from: day, before: day + 1 }),
    __gte: (day) => ({ from: day }),
    __gt: (day) => ({ from: day + 1 }),
    __lt: (day) => ({ before: day }),
    __lte: (day) => ({ before: day + 1 }),
  },
  instant: { __gte: (day) => ({ from: day }), __lt: (day) => ({ before: day }) },
};

/** The last days, weeks or months by a field, the present one included. */
export interface LastUnits {
  readonly by: string;
  readonly last: number;
  readonly each: 'day' | 'week' | 'month';
}

/** What moves with the day in the filters of a card, and in the days to which it is limited unless it has a filter for their ends. */
export function movingFilters(model: Model, filters: CardFilters = {}, within?: LastUnits): Moving {
  const replaced: string[] = [];
  const byPath = new Map<string, { readonly calendar: 'day' | 'instant'; readonly edges: Edges }>();
  for (const [name, value] of Object.entries(filters)) {
    const path = pathOf(model, name);
    const days = relativeDay.exec(String(value));
    const edges = days && path && edgesOf[path.calendar][name.slice(path.name.length)]?.(Number(days[1] ?? 0));
    const earlier = path && byPath.get(path.name)?.edges;
    // A second filter for the same end stays as it is: both must hold.
    if (!edges || Object.keys(edges).some((end) => earlier && Object.hasOwn(earlier, end))) continue;
    replaced.push(name);
    byPath.set(path.name, { calendar: path.calendar, edges: { ...earlier, ...edges } });
  }
  const moving = [...byPath].map(([name, { calendar, edges }]) => namesOf(name, edges, calendar === 'day' ? '_date' : ''));
  return withUnits(model, { replaced, filters: Object.assign({}, ...moving) as Moving['filters'] }, filters, within);
}

/** The path of a filter by days; undefined for another one. */
function pathOf(model: Model, name: string): { readonly name: string; readonly calendar: 'day' | 'instant' } | undefined {
  const path = planFilter(model, { name, values: [] }).reads[0]?.path;
  const calendar = path?.field.type.calendar;
  return path && calendar ? { name: path.name, calendar } : undefined;
}

function withUnits(model: Model, moving: Moving, filters: CardFilters, within: LastUnits | undefined): Moving {
  const { by = '', last = 1, each } = within ?? {};
  const ends = [`${by}__gte`, `${by}__lt`];
  if (each === undefined || ends.some((name) => Object.hasOwn(filters, name))) return moving;
  const suffix = pathOf(model, by)?.calendar === 'day' ? '_date' : '';
  const period = each === 'day' ? namesOf(by, { from: 1 - last, before: 1 }, suffix) : { [`${by}~in${suffix}`]: `last ${last} ${each}s` };
  return { replaced: [...moving.replaced, ...ends], filters: { ...moving.filters, ...period } };
}

/** The periods of one day, or with one end, that have names. */
const named: Readonly<Record<string, PeriodName>> = {
  '0 1': 'today',
  '-1 0': 'yesterday',
  '1 2': 'tomorrow',
  ' 0': 'before today',
  ' 1': 'until today',
  '0 ': 'from today on',
  '1 ': 'after today',
};

function namesOf(path: string, { from, before }: Edges, suffix: '' | '_date'): Record<string, string> {
  const period = named[`${from ?? ''} ${before ?? ''}`];
  if (period) return { [`${path}~in${suffix}`]: period };
  if (from !== undefined && before === 1) return { [`${path}~last${suffix}`]: String(1 - from) };
  if (from === 0 && before !== undefined) return { [`${path}~next${suffix}`]: String(before) };
  return {
    ...(from === undefined ? {} : { [`${path}~from${suffix}`]: dayOf(from) }),
    ...(before === undefined ? {} : { [`${path}~before${suffix}`]: dayOf(before) }),
  };
}

function dayOf(day: number): string {
  return day === 0 ? 'today' : `today${day > 0 ? '+' : ''}${day}`;
}

/** The parameters of a saved view, whose days are those of now where its look keeps them relative to today. Weeks begin on Monday. */
export function viewQuery({ query, display }: Pick<StoredView, 'query' | 'display'>, { zone, now }: CardTime): ViewQuery {
  const parameters = new URLSearchParams(query);
  const { filter } = JSON.parse(display) as { readonly filter?: unknown };
  const replaced: string[] = [];
  const filters: Record<string, string> = {};
  const calendar: Calendar = { today: dayIn(zone, now), firstDayOfWeek: 1, momentOf: (day) => startOfDay(zone, day) };
  for (const [name, value] of Object.entries(typeof filter === 'object' ? (filter ?? {}) : {})) {
    const days = Object.entries(relativeFilters(name, value, calendar) ?? {});
    // Only the query was checked when the view was saved.
    if (days.length === 0 || !days.every(([day]) => parameters.has(day))) continue;
    for (const [day, at] of days) parameters.set(day, at);
    replaced.push(...days.map(([day]) => day));
    filters[name] = String(value);
  }
  return { parameters, moving: { replaced, filters } };
}

interface ViewQuery {
  readonly parameters: URLSearchParams;
  readonly moving: Moving;
}

/** The parameters of a list with those that move as filters relative to today; undefined where none moves. */
export function relativeQuery(parameters: URLSearchParams, { replaced, filters }: Moving): string | undefined {
  if (replaced.length === 0) return undefined;
  const query = new URLSearchParams(parameters);
  for (const name of replaced) query.delete(name);
  for (const [name, value] of Object.entries(filters)) query.append(name, value);
  return query.toString();
}
