import type { HomeCard, HomeDashboard } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import { notFound } from '../errors/errors.ts';
import { say, written } from '../texts/message.ts';
import { breakdownCard, usualParts } from './breakdown-card.ts';
import { type CardContext, type HomeParts, type HomeRequest, inWords, isRefusal, type ReadCard } from './card-context.ts';
import {
  type CardKind,
  type CardWidth,
  type HomeCardConfig,
  type HomeDashboardConfig,
  kindOf,
  modelOfCard,
  nameOfCard,
} from './home-config.ts';
import { linksCard, shownLinks, tableCard, usualRows, viewCard } from './list-cards.ts';
import { numberCard, seriesCard } from './number-cards.ts';

const usualWidths: Readonly<Record<CardKind, CardWidth>> = {
  number: 'quarter',
  series: 'two-thirds',
  breakdown: 'third',
  table: 'full',
  view: 'full',
  widget: 'full',
  links: 'third',
};

/** A card that the user may see, and how it is read. */
interface SeenCard {
  readonly card: HomeCard;
  readonly read: ReadCard;
}

/** The dashboards of the home page. What a user may not see is not there, as if it did not exist. */
export class Home {
  readonly #dashboards: readonly HomeDashboardConfig[];
  readonly #parts: HomeParts;

  constructor(dashboards: readonly HomeDashboardConfig[], parts: HomeParts) {
    this.#dashboards = dashboards;
    this.#parts = parts;
  }

  /** The dashboards of the user's groups that have a card for them. */
  async visible(request: HomeRequest): Promise<readonly HomeDashboard[]> {
    const dashboards: HomeDashboard[] = [];
    for (const dashboard of this.#dashboardsOf(request.policy)) {
      const cards: HomeCard[] = [];
      for (const config of dashboard.cards) {
        const visibleCard = await this.#seen(config, request);
        if (visibleCard) cards.push(visibleCard.card);
      }
      if (cards.length > 0) dashboards.push({ name: dashboard.name, title: inWords(dashboard.title, request.policy), cards });
    }
    return dashboards;
  }

  /** The data of a card. Throws a 404 for one that the user may not see. */
  async read(place: { readonly dashboard: string; readonly card: string }, request: HomeRequest): Promise<object> {
    const dashboard = this.#dashboardsOf(request.policy).find(({ name }) => name === place.dashboard);
    const config = dashboard?.cards.find((card) => nameOfCard(card) === place.card);
    const visibleCard = config && (await this.#seen(config, request));
    if (!visibleCard) throw notFound();
    return visibleCard.read();
  }

  #dashboardsOf({ actor }: Policy): readonly HomeDashboardConfig[] {
    return this.#dashboards.filter(
      ({ groups }) => groups === undefined || actor.isSuperuser || groups.some((group) => actor.groups.includes(group)),
    );
  }

  /** A card, unless the user may not see it. */
  async #seen(config: HomeCardConfig, request: HomeRequest): Promise<SeenCard | null> {
    const title = titleOf(config, request.policy, this.#parts);
    try {
      const context = { ...this.#parts, ...request };
      const read = await readOf(config, context, title);
      return { card: summaryOf(config, context, title), read };
    } catch (error) {
      // Nothing was read yet but rights and shared views: what is refused is not there.
      if (isRefusal(error)) return null;
      throw error;
    }
  }
}

function readOf(config: HomeCardConfig, context: CardContext, title: string): ReadCard | Promise<ReadCard> {
  if ('number' in config) return numberCard(config, context, title);
  if ('series' in config) return seriesCard(config, context, title);
  if ('breakdown' in config) return breakdownCard(config, context);
  if ('table' in config) return tableCard(config, context);
  if ('view' in config) return viewCard(config, context);
  if ('links' in config) return linksCard(config, context);
  if (!context.widgets.visible(context.policy).has(config.widget)) throw notFound();
  return async () => {
    const data = await context.widgets.run(config.widget, paramsOf(config.params), context.policy);
    if (!data) throw notFound();
    return data;
  };
}

function paramsOf(params: Readonly<Record<string, unknown>> = {}): URLSearchParams {
  return new URLSearchParams(Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]));
}

function titleOf(config: HomeCardConfig, policy: Policy, { widgets }: HomeParts): string {
  if (config.title !== undefined) return inWords(config.title, policy);
  if ('widget' in config) return widgets.listed(policy).find(({ name }) => name === config.widget)?.title ?? config.widget;
  if ('view' in config) return config.view.name;
  if ('links' in config) return written(say('linksTitle'), policy.registry.wording);
  const plural = policy.registry.find(modelOfCard(config) ?? '')?.verboseNamePlural ?? '';
  return plural.charAt(0).toUpperCase() + plural.slice(1);
}

function summaryOf(config: HomeCardConfig, context: CardContext, title: string): HomeCard {
  const kind = kindOf(config) ?? 'links';
  const rows = rowsOf(config, context);
  return {
    key: nameOfCard(config),
    title,
    kind,
    width: config.width ?? usualWidths[kind],
    ...(rows === undefined ? {} : { rows }),
  };
}

/** The most rows of a card. */
function rowsOf(config: HomeCardConfig, context: CardContext): number | undefined {
  if ('breakdown' in config) return (config.breakdown.top ?? usualParts) + 1;
  if ('table' in config) return config.table.limit ?? usualRows;
  if ('view' in config) return config.view.limit ?? usualRows;
  return 'links' in config ? shownLinks(config, context).length : undefined;
}
