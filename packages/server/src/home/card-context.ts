import type { LateCard, ListLink } from '@grimoire/protocol';
import { authorize } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import { AdminError, notFound } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import type { AggregatesOfRows } from '../store/aggregates.ts';
import type { Store } from '../store/store.ts';
import type { SavedViews } from '../views/saved-views.ts';
import type { Widgets } from '../widgets/widgets.ts';
import type { CardTime } from './card-rows.ts';
import { type CardNumber, isUnitCode } from './home-config.ts';
import { type Moving, relativeQuery } from './relative-query.ts';

/** What cards are read with. */
export interface HomeParts {
  readonly store: Store;
  readonly widgets: Widgets;
  readonly views: SavedViews;
}

/** A request for the home page: by whom, and when. */
export interface HomeRequest {
  readonly policy: Policy;
  readonly time: CardTime;
  /** Milliseconds that the statements of a card may take. */
  readonly budget: number;
}

/** A request, and what its cards are read with. */
export type CardContext = HomeParts & HomeRequest;

/** Reads a card that the user may see. */
export type ReadCard = () => Promise<object>;

/** The answer if there was no time: nothing is known. */
export const lateCard: LateCard = { complete: false };

/** The model of a card. */
export function modelOf(key: string, { policy }: CardContext): Model {
  const model = policy.registry.find(key);
  if (!model) throw notFound();
  return model;
}

/** Reads what a card is made of, within the budget of the card. */
export async function inBudget(context: CardContext, read: (policy: Policy) => Promise<object>): Promise<object> {
  try {
    return await read(context.policy.until(Date.now() + context.budget));
  } catch (error) {
    if (error instanceof AdminError && error.code === 'timeout') return lateCard;
    throw error;
  }
}

/** A text of the configuration in the language of the request. */
export function inWords(text: string, { registry }: Policy): string {
  return registry.names.home.get(text) ?? text;
}

/** The unit of a number, as an answer has it. */
export function unitOf({ unit }: CardNumber, { policy }: CardContext): { readonly unit?: string } {
  return unit === undefined ? {} : { unit: isUnitCode(unit) ? unit : inWords(unit, policy) };
}

/** Whether an error says that the user may not have something, or that it does not exist. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AdminError && error.status < 500;
}

/** Aggregates of a plan that the user may ask for; null if there was no time. */
export function aggregatesOf({ store }: CardContext, plan: AggregatePlan, policy: Policy): Promise<readonly AggregatesOfRows[] | null> {
  return store.aggregates(authorize(plan, policy));
}

/** A link to a list. @param moving what moves with the day. */
export function linkTo(model: Model, parameters: URLSearchParams, moving: Moving): ListLink {
  const relative = relativeQuery(parameters, moving);
  return { model: model.key, query: parameters.toString(), ...(relative === undefined ? {} : { relative }) };
}

/** The same parameters, and filters for the days from one to before another, unless there is such a filter. */
export function withinDays(parameters: URLSearchParams, by: string, [from, to]: readonly [from: string, to: string]): URLSearchParams {
  const within = new URLSearchParams(parameters);
  if (!within.has(`${by}__gte`)) within.append(`${by}__gte`, from);
  if (!within.has(`${by}__lt`)) within.append(`${by}__lt`, to);
  return within;
}
