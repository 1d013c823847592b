import type { Found, Key, ModelSummary, SavedView } from '@grimoire/protocol';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { rowAddress } from '../cells/row-link.tsx';
import { pageAddress, useMenuPages } from '../own/own-pages.tsx';
import type { PageEntry } from '../extension/extension.ts';
import { askedAgain } from '../loading/asked-again.ts';
import { shownLabelOf } from '../schema/row-title.ts';
import { capitalized, inMenuOrder, useModels } from '../schema/use-schema.ts';
import { useService } from '../session/service.ts';
import { hasProblems, useSavedViews, viewAddress } from '../list/views/use-views.ts';
import { type Command, useOffered } from '../layout/commands.tsx';
import { useGeneralCommands } from './general-commands.ts';
import { messageOf } from '../layout/trouble.tsx';
import { useVisited } from '../store/visited.ts';
import { iconOf, namedIcon } from '../layout/model-icon.tsx';
import { t, translated } from '../texts/text.ts';

/** Somewhere that the palette leads to, or what it does. */
export type Place = Command | Destination;

interface Destination {
  readonly key: string;
  /** The heading above it and those like it. */
  readonly group?: string;
  readonly text: string;
  /** What it is: a model, or a row of one. */
  readonly kind: string;
  readonly to: string;
  readonly icon: ReactElement | undefined;
  /** Of a row: what tells it from others with the same label. */
  readonly more?: RowDetails | undefined;
}

/** The values of a row that its pickers show. */
interface RowDetails {
  readonly model: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Milliseconds without a key after which the service is asked. */
const pause = 250;

/** What was written, once the person pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What words lead to, and how far that is known. */
interface Places {
  readonly places: readonly Place[];
  readonly isSearching: boolean;
  /** Whether the service has searched everything for these words. */
  readonly isWhole: boolean;
  /** Whether it had no time for a part, and is asked again. */
  readonly isPartial: boolean;
  /** What is to be said of the search: it failed, or not everything was searched. */
  readonly trouble: string | null;
}

/**
 * What the words lead to: models, new rows, what can be done, and rows that the service finds for these very words; without words, the rows that were
 * opened last and what the page offers.
 */
export function usePlaces(words: string): Places {
  const models = inMenuOrder(useModels());
  const [visited] = useVisited();
  const text = words.trim();
  const { results, ...search } = useFound(text);
  const byKey = new Map(models.map((model) => [model.model, model]));
  const own = useOffered();
  const general = useGeneralCommands();
  const ownPages = useMenuPages();
  const row = (key: string, id: Key, label: string, fields?: RowDetails['fields']): Destination[] => {
    const model = byKey.get(key);
    if (!model?.permissions.view) return [];
    return [
      {
        key: `${key} ${id}`,
        text: shownLabelOf(model, label),
        kind: capitalized(model.verbose_name),
        to: rowAddress(model, id),
        icon: iconOf(model),
        more: fields && { model: key, fields },
      },
    ];
  };
  const last =
    text === ''
      ? under(
          t('Opened last'),
          visited.flatMap(({ model, id, label }) => row(model, id, label)),
        )
      : [];
  const rowPlaces = results.map(({ model, rows }) =>
    under(
      capitalized(byKey.get(model)?.verbose_name_plural ?? model),
      byFit(
        rows.flatMap(({ value, label, fields }) => row(model, value, label, fields)),
        text,
      ),
    ),
  );
  const saved = viewPlaces(useSavedViews().data?.views ?? [], byKey, text);
  return {
    // Rows are found later: they come last, so that no other place gets under the key that opens one.
    places: [
      ...last,
      ...(text === '' ? under(t('What can be done here'), own) : []),
      ...under(
        t('Pages, views and actions'),
        byFit([...modelPlaces(models, text), ...pagePlaces(ownPages, text), ...commandsFor([...own, ...general], text), ...saved], text),
      ),
      ...byFirst(rowPlaces, text),
    ],
    ...search,
  };
}

/** What the service finds for these words, once they are long enough. Rows that other words have found are no answer to these. */
function useFound(text: string): Omit<Places, 'places'> & Pick<Found, 'results'> {
  const { client } = useService();
  const words = usePaused(text);
  const isLong = text.length > 1;
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', words],
    queryFn: ({ signal }) => client.search(words, { signal }),
    enabled: words.length > 1,
    staleTime: 10_000,
    retry: false,
    // Enter opens what is found first: nothing more is found for words that were answered.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: askedAgain(({ complete }: Found) => complete),
  });
  const isAnswered = isLong && words === text;
  return {
    results: isAnswered ? (data?.results ?? []) : [],
    isSearching: isLong && (!isAnswered || isFetching),
    isWhole: isAnswered && !error && data?.complete === true,
    isPartial: isAnswered && !error && data?.complete === false,
    trouble: isAnswered ? troubleOf(error, data?.complete) : null,
  };
}

/** What is to be said of an answered search. */
function troubleOf(error: Error | null, isComplete: boolean | undefined): string | null {
  if (error) return messageOf(error);
  return isComplete === false ? t('Not everything could be searched in time.') : null;
}

/** What can be done and is named by the words. */
function commandsFor(commands: readonly Command[], text: string): readonly Command[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return commands.filter((command) => words.every((word) => `${command.text} ${command.kind}`.toLocaleLowerCase().includes(word)));
}

/** The pages of the extension that the words name. */
function pagePlaces(pages: readonly PageEntry[], text: string): readonly Place[] {
  const words = wordsOf(text);
  return pages.flatMap((page) => {
    const title = translated(page.title);
    if (!words.every((word) => title.toLocaleLowerCase().includes(word))) return [];
    return [{ key: `page ${page.path}`, text: title, kind: t('Page'), to: pageAddress(page), icon: namedIcon(page.icon ?? 'article') }];
  });
}

/** The saved views that the words name. */
function viewPlaces(views: readonly SavedView[], models: ReadonlyMap<string, ModelSummary>, text: string): readonly Place[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return views.flatMap((view) => {
    const model = models.get(view.model);
    const names = `${view.name} ${model?.verbose_name_plural ?? ''}`.toLocaleLowerCase();
    if (!model || hasProblems(view) || !words.every((word) => names.includes(word))) return [];
    const kind = t('View of %{models}', { models: model.verbose_name_plural });
    return [{ key: `view ${view.id}`, text: view.name, kind, to: viewAddress(view), icon: iconOf(model) }];
  });
}

/** Places whose text is what was typed come first, then those that begin with it, or with its first word. */
function byFit<P extends Place | Command>(places: readonly P[], text: string): readonly P[] {
  const misfit = misfitOf(text);
  return places.toSorted((one, other) => misfit(one) - misfit(other));
}

/** The places of several groups; the group that has the best place comes first. */
function byFirst(groups: readonly (readonly Destination[])[], text: string): readonly Destination[] {
  const misfit = misfitOf(text);
  const best = ([first]: readonly Destination[]): number => (first ? misfit(first) : Number.POSITIVE_INFINITY);
  return groups.toSorted((one, other) => best(one) - best(other)).flat();
}

function under<P extends Place>(group: string, places: readonly P[]): readonly P[] {
  return places.map((place) => ({ ...place, group }));
}

/** How far the text of a place is from what was typed. */
function misfitOf(text: string): (place: Place) => number {
  const typed = wordsOf(text).join(' ');
  const [first = ''] = wordsOf(text);
  return (place) => {
    const name = place.text.toLocaleLowerCase();
    if (name === typed) return 0;
    if (name.startsWith(typed)) return 1;
    return name.startsWith(first) ? 2 : 3;
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
}

function modelPlaces(models: readonly ModelSummary[], text: string): readonly Place[] {
  const words = wordsOf(text);
  const fits = (name: string): boolean => words.every((word) => name.toLocaleLowerCase().includes(word));
  const lists = models
    .filter(({ permissions, verbose_name_plural: name, group }) => permissions.view && fits(`${group} ${name}`))
    .map((model) => ({
      key: model.model,
      text: capitalized(model.verbose_name_plural),
      kind: capitalized(model.group),
      to: `/${model.model}`,
      icon: iconOf(model),
    }));
  const additions =
    words.length === 0
      ? []
      : models.filter(({ permissions, verbose_name: name }) => permissions.add && fits(t('New %{model}', { model: name })));
  return [
    ...lists,
    ...additions.map((model) => ({
      key: `new ${model.model}`,
      text: t('New %{model}', { model: model.verbose_name }),
      kind: t('Add'),
      to: `/${model.model}/create`,
      icon: iconOf(model),
    })),
  ];
}
