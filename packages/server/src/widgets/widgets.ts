import type { Policy } from '../authorize/policy.ts';
import { AdminError } from '../errors/errors.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { Problems } from '../model/build/checks.ts';
import type { Queries } from '../model/config/queries.ts';
import { type ModelRight, rightCodename } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import { fieldTypes } from '../model/field-types/all.ts';
import { checkParams, paramFields, readParams } from '../model/build/params.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { refuseParameters } from '../request/parameters.ts';
import type { Store } from '../store/store.ts';
import type { HostCalls } from '../store/host-calls.ts';
import { requireReferencedRows } from '../store/param-targets.ts';
import { builtIns } from './built-in.ts';
import { registeredWidget, registeredWidgets, type Widget, type WidgetContext } from './widget.ts';

/** The dependencies of an admin's widgets. */
export interface WidgetParts {
  readonly own: Readonly<Record<string, Widget>>;
  readonly store: Store;
  readonly database: Queries;
  readonly calls: HostCalls;
  readonly log: ErrorLog;
}

/** A widget in the list of a page. */
export interface ListedWidget {
  readonly name: string;
  readonly title: string;
  /** Its parameters. */
  readonly fields: readonly Field[];
}

/** The widgets of an admin: its own, those of the process, and the built-in ones. */
export class Widgets {
  readonly #parts: WidgetParts;

  constructor(parts: WidgetParts) {
    this.#parts = parts;
  }

  /**
   * The data of a widget; null if there is none of that name. Throws a 403 for a missing permission, and a 400 that names every invalid
   * parameter.
   */
  async run(name: string, parameters: URLSearchParams, policy: Policy): Promise<object | null> {
    const { own, store, log } = this.#parts;
    const widget = Object.hasOwn(own, name) ? own[name] : registeredWidget(name);
    if (widget && !fits(widget, policy.registry)) return null;
    if (widget) return this.#parts.calls.run(policy, () => this.#runOwn(widget, parameters, policy));
    const builtIn = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
    if (!builtIn) return null;
    refuseParameters(parameters);
    return builtIn({ policy, store, log });
  }

  /** The widgets that an actor may see, by name, each with its parameters. */
  visible(policy: Policy): ReadonlyMap<string, readonly Field[]> {
    const all = new Map([...registeredWidgets(), ...Object.entries(this.#parts.own)]);
    const visible = new Map<string, readonly Field[]>(Object.keys(builtIns).map((name) => [name, []]));
    for (const [name, widget] of all) {
      const { permission, params = {} } = widget.options;
      const isVisible = permission === undefined || holdsPermission(policy, permission);
      if (isVisible && fits(widget, policy.registry)) visible.set(name, paramFields(params, policy.registry.keys()));
    }
    return visible;
  }

  /**
   * The widgets that an actor may see, in the order of a page: those of the config in its order, then those of the process, then the
   * built-in ones.
   */
  listed(policy: Policy): readonly ListedWidget[] {
    const { own } = this.#parts;
    const all = Array.from(this.visible(policy), ([name, fields]): ListedWidget => {
      const title = (Object.hasOwn(own, name) ? own[name] : registeredWidget(name))?.options.title;
      return { name, title: policy.registry.names.widgets.get(name) ?? title ?? titleOf(name), fields };
    });
    const rank = ({ name }: ListedWidget): number => (Object.hasOwn(own, name) ? 0 : Object.hasOwn(builtIns, name) ? 2 : 1);
    return all.toSorted((one, other) => rank(one) - rank(other));
  }

  async #runOwn({ options, run }: Widget, parameters: URLSearchParams, policy: Policy): Promise<object> {
    const { permission } = options;
    if (permission !== undefined && !holdsPermission(policy, permission)) throw new AdminError('permission_denied');
    const fields = paramFields(options.params ?? {}, policy.registry.keys());
    const params = readQuery(fields, parameters);
    await requireReferencedRows(this.#parts.store, policy, fields, params);
    const context: WidgetContext = {
      actor: policy.actor,
      params,
      language: policy.registry.wording.tag,
      database: this.#parts.database,
      may(key, right) {
        const model = policy.registry.find(key);
        return model !== undefined && policy.may(model, right);
      },
    };
    return run(context);
  }
}

/** The titles of widgets that a configuration can translate; a text is empty for those whose title the service has in each language. */
export function widgetTitles(own: Readonly<Record<string, Widget>>): ReadonlyMap<string, string> {
  const titles = [...registeredWidgets(), ...Object.entries(own)].map(([name, { options }]): [string, string] => [
    name,
    options.title ?? titleOf(name),
  ]);
  return new Map([...Object.keys(builtIns).map((name): [string, string] => [name, '']), ...titles]);
}

/** Whether the models that its parameters reference exist: a widget of the process may be meant for another admin. */
function fits({ options }: Widget, registry: Registry): boolean {
  return Object.values(options.params ?? {}).every(({ type, to }) => !fieldTypes[type].traits.isRelation || registry.keys().has(to ?? ''));
}

const rights: readonly ModelRight[] = ['view', 'add', 'change', 'delete'];

/** The models that have a permission `{app}.{codename}`. */
function modelsOfPermission(permission: string, registry: Registry): Model[] {
  const dot = permission.indexOf('.');
  const [app, codename] = [permission.slice(0, dot), permission.slice(dot + 1)];
  return registry.models.filter(
    (model) =>
      model.app === app &&
      (rights.some((right) => rightCodename(model, right) === codename) || model.ownPermissions.some((own) => own.codename === codename)),
  );
}

/** Whether the actor holds a permission `{app}.{codename}` on any model that has it. */
function holdsPermission(policy: Policy, permission: string): boolean {
  const codename = permission.slice(permission.indexOf('.') + 1);
  return modelsOfPermission(permission, policy.registry).some((model) => policy.holds(model, codename));
}

/** `recent-audit` becomes "Recent audit". */
function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function readQuery(fields: readonly Field[], parameters: URLSearchParams): WidgetContext['params'] {
  const input: Record<string, unknown> = {};
  for (const name of new Set(parameters.keys())) {
    if (name === 'format' && !fields.some((field) => field.name === name)) continue;
    const values = parameters.getAll(name);
    input[name] = values.length === 1 ? values[0] : values;
  }
  return readParams(fields, input);
}

/** Reports every widget whose permission no registered model has, or whose parameters are invalid. */
export function checkWidgets(widgets: Readonly<Record<string, Widget>>, registry: Registry, problems: Problems): void {
  for (const [name, { options }] of Object.entries(widgets)) {
    const { permission, params = {} } = options;
    checkParams(params, registry.keys(), `widgets.${name}`, problems);
    if (permission === undefined || modelsOfPermission(permission, registry).length > 0) continue;
    problems.add('E040', `widgets.${name}`, { message: `"${permission}" is none.`, cure: 'Write one such as "sales.view_order".' });
  }
}
