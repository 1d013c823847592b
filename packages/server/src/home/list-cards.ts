import type { WidgetLink, WidgetLinks, WidgetRows } from '@grimoire/protocol';
import { authorize } from '../authorize/authorize.ts';
import { notFound } from '../errors/errors.ts';
import { type Field, isLarge } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { textHelpers } from '../model/row-helpers.ts';
import { parseExact } from '../model/raw-number.ts';
import { planList } from '../plan/list.ts';
import { describeField } from '../schema/describe-model.ts';
import { type CardContext, inBudget, inWords, isRefusal, linkTo, modelOf, type ReadCard } from './card-context.ts';
import { listRequest, parametersOf } from './card-rows.ts';
import type { StoredView } from '../views/stored-view.ts';
import { type Moving, movingFilters, viewQuery } from './relative-query.ts';
import type { CardLink, LinksCardConfig, TableCardConfig, ViewCardConfig } from './home-config.ts';

/** The number of rows of a table. */
export const usualRows = 5;

/** The number of columns of a table whose configuration names none. */
const usualColumns = 5;

/** A card of the first rows of a list. */
export function tableCard({ table }: TableCardConfig, context: CardContext): ReadCard {
  const model = modelOf(table.model, context);
  const parameters = parametersOf(table, model, context.time);
  if (table.ordering !== undefined) parameters.set('ordering', table.ordering);
  const moving = movingFilters(model, table.filters);
  return rowsCard({ model, parameters, moving, limit: table.limit ?? usualRows, columns: table.columns }, context);
}

/** A card of the first rows of the oldest saved view that is shared with the user and that they may use today. Throws a 404 if there is none. */
export async function viewCard({ view: { model: key, name, limit = usualRows } }: ViewCardConfig, context: CardContext): Promise<ReadCard> {
  const model = modelOf(key, context);
  if (!context.policy.may(model, 'view')) throw notFound();
  const views = await context.views.usable(context.policy, model.key);
  // Superusers can use the views of every group; the card has those that are meant for them.
  for (const stored of views.filter((each) => each.name === name && isForUser(each))) {
    try {
      return rowsCard({ model, ...viewQuery(stored, context.time), limit, columns: undefined }, context);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  throw notFound();
}

function isForUser({ sharing, isMember }: StoredView): boolean {
  return sharing.kind === 'all' || (sharing.kind === 'group' && isMember);
}

interface RowsOfCard {
  readonly model: Model;
  readonly parameters: URLSearchParams;
  readonly moving: Moving;
  readonly limit: number;
  readonly columns: readonly string[] | undefined;
}

function rowsCard({ model, parameters, moving, limit, columns: names }: RowsOfCard, context: CardContext): ReadCard {
  const query = new URLSearchParams(parameters);
  query.delete('page_size');
  const request = listRequest(query, limit);
  // The trash of a model is no part of the home page.
  if (request.isOfTrash) throw notFound();
  const plan = planList(model, request);
  authorize(plan, context.policy);
  const columns = columnsOf(model, names, context);
  if (columns.length === 0) throw notFound();
  return () =>
    inBudget(context, async (policy) => {
      const { json } = await context.store.list(authorize(plan, policy));
      const rows = parseExact(`[${json}]`) as readonly Readonly<Record<string, unknown>>[];
      const answer: WidgetRows = {
        rows: rows.map((row) => shownRow(row, model, columns)),
        columns: columns.map((field) => describeField(field, policy)),
        model: model.key,
        link: linkTo(model, parameters, moving),
      };
      return answer;
    });
}

/** The columns that the user may see. */
function columnsOf(model: Model, names: readonly string[] | undefined, { policy }: CardContext): readonly Field[] {
  const { fields } = policy.access(model);
  const wanted = names ?? model.listDisplay;
  const columns = wanted.flatMap((name) => fields.find((field) => field.name === name) ?? []).filter(isColumn);
  return names ? columns : columns.slice(0, usualColumns);
}

/** Whether the rows of lists have the field. */
export function isColumn(field: Field): boolean {
  return !field.hidden && !field.writeOnly && !field.detailOnly && !field.link && !isLarge(field);
}

/** The columns of a row with their texts, its label and its key. */
function shownRow(row: Readonly<Record<string, unknown>>, model: Model, columns: readonly Field[]): Readonly<Record<string, unknown>> {
  const names = columns.flatMap((column) => [column.name, ...textHelpers(model, column).map(({ name }) => name)]);
  const shown = Object.fromEntries(names.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name]]] : [])));
  const key = model.primaryKey.length === 1 ? row[model.primaryKey[0].name] : row['pk'];
  return { ...shown, _label: row['_label'], _key: key };
}

/** A card of links; those to lists that the user may not see are left out. Throws a 404 if none is left. */
export function linksCard({ links }: LinksCardConfig, context: CardContext): ReadCard {
  const answer: WidgetLinks = { links: shownLinks({ links }, context) };
  if (answer.links.length === 0) throw notFound();
  return () => Promise.resolve(answer);
}

/** The links of a card that the user may follow. */
export function shownLinks({ links }: LinksCardConfig, context: CardContext): readonly WidgetLink[] {
  return links.flatMap((link) => linkOf(link, context) ?? []);
}

function linkOf(link: CardLink, context: CardContext): WidgetLink | null {
  const { policy } = context;
  const texts = { label: inWords(link.label, policy), ...(link.note === undefined ? {} : { note: inWords(link.note, policy) }) };
  if ('url' in link) return { ...texts, url: link.url };
  try {
    const model = modelOf(link.model, context);
    const parameters = parametersOf(link, model, context.time);
    authorize(planList(model, listRequest(parameters)), policy);
    return { ...texts, ...linkTo(model, parameters, movingFilters(model, link.filters)) };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
