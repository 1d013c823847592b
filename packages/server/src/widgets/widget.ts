import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Actor, ModelRight } from '../model/actor.ts';
import type { UntypedTables } from '../model/config/hooks.ts';
import type { ParamConfigs, ParamValues } from '../model/config/param.ts';

/** What a widget's handler is told. */
export interface WidgetContext {
  readonly actor: Actor;
  /** What the request asked for, as `params` describes it. */
  readonly params: ParamValues;
  /** Queries that read. They are the handler's own: no permission or row scope limits them. */
  readonly database: Kysely<UntypedTables>;
  /** Whether the actor has a right on a model, named by its key. */
  may(model: string, right: ModelRight): boolean;
}

/** Gives a widget's data: any JSON object (CONTRACT §9). */
export type WidgetHandler = (context: WidgetContext) => Promise<object> | object;

/** What a widget asks for. */
export interface WidgetOptions {
  /** What it is called for people; its name, in words, by default. */
  readonly title?: string;
  /** The permission that it needs, `{app}.{codename}`; without one, staff is enough. */
  readonly permission?: string;
  /** The parameters that its address takes. */
  readonly params?: ParamConfigs;
}

/** A named source of data for the dashboard; made by {@link widget}. */
export interface Widget {
  readonly options: WidgetOptions;
  readonly run: WidgetHandler;
}

/**
 * Declares a widget for `defineAdmin`.
 * @example widget({ permission: 'sales.view_order' }, async ({ database }) => ({ cards: [] }))
 */
export function widget(options: WidgetOptions, run: WidgetHandler): Widget {
  return { options, run };
}

const registered = new Map<string, Widget>();
const duplicates = new Set<string>();
let checked: ReadonlySet<string> = new Set();

/**
 * SPEC's `register_widget`: registers a widget by name with every admin of the process.
 * @returns what takes the handler, and gives it back.
 */
export function registerWidget(name: string, options: WidgetOptions = {}): <H extends WidgetHandler>(handler: H) => H {
  return (handler) => {
    const before = registered.get(name);
    if (before && !checked.has(name) && !isSame(before, { options, run: handler })) duplicates.add(name);
    registered.set(name, { options, run: handler });
    return handler;
  };
}

/** A module that is loaded again registers the same widget again, by another function of the same text. */
function isSame(one: Widget, other: Widget): boolean {
  return String(one.run) === String(other.run) && isDeepStrictEqual(one.options, other.options);
}

/** The widget of this name that {@link registerWidget} was told of. */
export function registeredWidget(name: string): Widget | undefined {
  return registered.get(name);
}

/** The names that {@link registerWidget} was told of twice, with different handlers or options. */
export function duplicateWidgets(): ReadonlySet<string> {
  return duplicates;
}

/** Says that a service has started with the widgets: what is registered from now on, such as by a module that was edited, takes the place of what was. */
export function widgetsAreChecked(): void {
  checked = new Set(registered.keys());
  duplicates.clear();
}

/** All that {@link registerWidget} was told of. */
export function registeredWidgets(): ReadonlyMap<string, Widget> {
  return registered;
}
