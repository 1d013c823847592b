import { didYouMean, type Problems } from '../model/build/checks.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { functionsOf, isAggregated, isGroupable } from '../plan/aggregate.ts';
import { planFilters } from '../plan/filter-groups.ts';
import { planOrder } from '../plan/list.ts';
import { builtIns } from '../widgets/built-in.ts';
import { registeredWidgets, type Widget } from '../widgets/widget.ts';
import { listRequest, parametersOf } from './card-rows.ts';
import { type CardMeasure, type CardRows, type HomeCardConfig, type HomeDashboardConfig, modelOfCard } from './home-config.ts';
import { isColumn } from './list-cards.ts';

interface Known {
  readonly registry: Registry;
  readonly widgets: Readonly<Record<string, Widget>>;
}

/** A part of the configuration, and the list for its problems. */
interface Place {
  readonly place: string;
  readonly problems: Problems;
}

/** Reports what the cards of the home page name that does not exist, or that can not be asked for by anybody. */
export function checkHome(dashboards: readonly HomeDashboardConfig[], known: Known, problems: Problems): void {
  for (const { name, cards } of dashboards)
    for (const [index, card] of cards.entries()) checkCard(card, known, { place: `home ${name} cards[${index}]`, problems });
}

function checkCard(card: HomeCardConfig, { registry, widgets }: Known, at: Place): void {
  if ('widget' in card)
    return checkWidget(card.widget, [...Object.keys(widgets), ...registeredWidgets().keys(), ...Object.keys(builtIns)], at);
  if ('links' in card) {
    for (const link of card.links) if ('model' in link) checkRows(link, modelAt(link.model, registry, at), at);
    return;
  }
  const model = modelAt(modelOfCard(card) ?? '', registry, at);
  if (!model || 'view' in card) return;
  if ('table' in card) return checkTable(card.table, model, at);
  const content = 'number' in card ? card.number : 'series' in card ? card.series : card.breakdown;
  checkRows(content, model, at);
  checkMeasure(content.of, model, at);
  if ('number' in card && card.number.period) checkDate(card.number.period.by, model, at);
  if ('series' in card) checkDate(card.series.by, model, at);
  if ('breakdown' in card) {
    const field = fieldAt(card.breakdown.by, model, at);
    if (field && !isGroupable(field))
      unfit(at, `Rows can not be grouped by "${field.name}".`, 'Name a field with choices, a boolean, a foreign key or a short text.');
  }
}

function checkWidget(name: string, names: readonly string[], at: Place): void {
  if (!names.includes(name)) unfit(at, `There is no widget "${name}".`, didYouMean(name, names));
}

function modelAt(key: string, registry: Registry, { place, problems }: Place): Model | undefined {
  const model = registry.find(key);
  const names = registry.models.map((each) => each.key);
  if (!model) problems.add('E063', place, { message: `"${key}" is none.`, cure: didYouMean(key, names) });
  return model;
}

function unfit({ place, problems }: Place, message: string, cure: string): void {
  problems.add('E069', place, { message, cure });
}

/** A field of which aggregates can be asked. */
function fieldAt(name: string, model: Model, at: Place): Field | undefined {
  const field = model.fieldByName.get(name);
  const names = model.fields.filter(isAggregated).map((each) => each.name);
  if (field && isAggregated(field)) return field;
  if (field) unfit(at, `"${name}" of ${model.key} is kept from lists.`, didYouMean(name, names));
  else at.problems.add('E010', at.place, { message: `${model.key} has no "${name}".`, cure: didYouMean(name, names) });
  return undefined;
}

function checkRows(rows: Pick<CardRows, 'filters'>, model: Model | undefined, at: Place): void {
  if (!model) return;
  const request = listRequest(parametersOf(rows, model, { now: Date.now(), zone: 'UTC' }));
  for (const { parameter, reads, condition } of planFilters(model, request.filters)) {
    if (reads.some(({ path }) => path === null)) unfit(at, `"${parameter}" is no filter of ${model.key}.`, 'See the filters of its list.');
    else if (condition.kind === 'invalid')
      unfit(at, `The filter "${parameter}": ${condition.messages.map(String).join(' ')}`, 'Correct its value.');
  }
}

function checkMeasure(of: CardMeasure | undefined, model: Model, at: Place): void {
  if (of === undefined || of === 'count') return;
  const [name, wanted] = 'sum' in of ? [of.sum, 'sum' as const] : [of.avg, 'avg' as const];
  const field = fieldAt(name, model, at);
  if (field && (!functionsOf(field).includes(wanted) || field.grouping === undefined))
    unfit(at, `"${name}" is no number.`, 'Name a field of numbers.');
}

function checkDate(name: string, model: Model, at: Place): void {
  const field = fieldAt(name, model, at);
  if (field && field.type.calendar === undefined) unfit(at, `"${name}" is no date.`, 'Name a field of dates or date-times.');
}

function checkTable(table: CardRows & { readonly columns?: readonly string[]; readonly ordering?: string }, model: Model, at: Place): void {
  checkRows(table, model, at);
  for (const name of table.columns ?? []) {
    const field = model.fieldByName.get(name);
    if (!field)
      at.problems.add('E010', at.place, { message: `${model.key} has no "${name}".`, cure: didYouMean(name, model.fieldByName.keys()) });
    else if (!isColumn(field)) unfit(at, `"${name}" is no column of a table.`, 'Name another field.');
  }
  const { unknown } = planOrder(model, table.ordering?.split(',').map((name) => name.trim()) ?? []);
  for (const name of unknown) unfit(at, `Rows can not be sorted by "${name}".`, 'Name another field.');
}
