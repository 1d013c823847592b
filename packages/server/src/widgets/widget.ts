import { isDeepStrictEqual } from 'node:util';
import type { Actor, ModelRight } from '../model/actor.ts';
import type { Queries } from '../model/config/queries.ts';
import type { ParamConfigs, ParamValues } from '../model/config/param.ts';

/** The context of a widget's handler. */
export interface WidgetContext {
  readonly actor: Actor;
  /** The tag of the language of the answer. */
  readonly language: string;
  /** The parameters of the request, as described by `params`. */
  readonly params: ParamValues;
  /** Queries that only read. The handler is responsible for them: no permission or row scope limits them. */
  readonly database: Queries;
  /** Whether the actor has a right on a model, given by its key. */
  may(model: string, right: ModelRight): boolean;
}

/** Returns a widget's data: any JSON object (CONTRACT §9). */
export type WidgetHandler = (context: WidgetContext) => Promise<object> | object;

/** Options of a widget. */
export interface WidgetOptions {
  /** The title for users; by default derived from its name. */
  readonly title?: string;
  /** The permission that it needs, `{app}.{codename}`; without one, every member of staff may see it. */
  readonly permission?: string;
  /** The parameters of its address. */
  readonly params?: ParamConfigs;
}

/** A named source of data for the dashboard; created by {@link widget}. */
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
 * Registers a widget by name for every admin of the process.
 * @returns a function that takes the handler, and returns it.
 */
export function registerWidget(name: string, options: WidgetOptions = {}): <H extends WidgetHandler>(handler: H) => H {
  return (handler) => {
    const before = registered.get(name);
    if (before && !checked.has(name) && !isSame(before, { options, run: handler })) duplicates.add(name);
    registered.set(name, { options, run: handler });
    return handler;
  };
}

/** A module that is loaded twice registers the same widget again, with another function of the same text. */
function isSame(one: Widget, other: Widget): boolean {
  return String(one.run) === String(other.run) && isDeepStrictEqual(one.options, other.options);
}

/** The widget registered by {@link registerWidget} under this name. */
export function registeredWidget(name: string): Widget | undefined {
  return registered.get(name);
}

/** The names that were passed to {@link registerWidget} twice, with different handlers or options. */
export function duplicateWidgets(): ReadonlySet<string> {
  return duplicates;
}

/**
 * Marks the registered widgets as checked, because a service has started with them. Later registrations, such as by an edited module,
 * replace them.
 */
export function widgetsAreChecked(): void {
  checked = new Set(registered.keys());
  duplicates.clear();
}

/** All widgets registered by {@link registerWidget}. */
export function registeredWidgets(): ReadonlyMap<string, Widget> {
  return registered;
}
