import type { ModelPermissions } from '@grimoire/protocol';
import { type Actor, type ModelRight, permissionId, rightCodename, type TrashRight } from '../model/actor.ts';
import { type Field, isLarge } from '../model/field.ts';
import type { LabelFields } from '../model/build/label-fields.ts';
import type { FieldPath, Model, LogReader, PathColumn } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import { savedViewFields, savedViewKey } from '../model/saved-view.ts';
import { ownPath } from '../model/path.ts';
import type { Registry } from '../model/registry.ts';
import { allOf, allowedBy, type Condition, fieldsIn } from '../plan/condition.ts';
import { ActorConfirmation } from './actor-confirmation.ts';
import { ruleOf } from './row-rule.ts';

/** What one actor may see of one model. */
export interface ModelAccess {
  readonly model: Model;
  readonly rights: ModelPermissions;
  /** The fields that the actor may read if they may view the model. */
  readonly fields: readonly Field[];
  /** The rows that the actor may see and change: those that the row rule allows, without those in the trash. */
  readonly scope: Condition;
  /** The rows that the row rule allows, also those in the trash: for labels and paths of rows that point to them. */
  readonly rule: Condition;
  /** Whether the actor may read the labels of the model's rows. */
  readonly hasLabel: boolean;
  /** The label fields that the actor may read; the first candidate that is not empty is the label. */
  readonly labelFields: readonly LabelFields[];
}

type Views = WeakMap<Model, ModelAccess>;

/** By the actor, which is a snapshot of a user's state: a user who is read again is another object. */
const viewsByActor = new WeakMap<Actor, Views>();

function permittedViews(actor: Actor): Views {
  const cached = viewsByActor.get(actor);
  if (cached) return cached;
  const views: Views = new WeakMap();
  viewsByActor.set(actor, views);
  return views;
}

/** By the actor as well: neither rights nor fields depend on row rules. */
const columnsByActor = new WeakMap<Actor, WeakMap<Model, readonly PathColumn[]>>();

const noColumns: readonly PathColumn[] = [];

/** Options of a {@link Policy}. */
export interface PolicyOptions {
  /** The time at which statements of the request are cancelled, in milliseconds since 1970. */
  readonly deadline?: number | undefined;
  /** The model whose rows in the trash are meant, in place of the others. */
  readonly trash?: Model | null;
  /** By default, statements do not confirm the actor. */
  readonly confirmation?: ActorConfirmation;
}

/**
 * The policy of one request: what the actor may read, filter, search, sort and count. It is made
 * from permissions that were read for that request.
 */
export class Policy {
  readonly actor: Actor;
  readonly registry: Registry;
  /** The time at which statements of the request are cancelled, in milliseconds since 1970. */
  readonly deadline: number | undefined;
  /** The views that follow from the actor's permissions alone. */
  readonly #permitted: Views;
  /** The views of models with a row rule, which may depend on anything: they are valid for one request. */
  readonly #limited: Views = new WeakMap();
  /** The model whose rows in the trash are meant, in place of the others. */
  readonly #trash: Model | null;
  /** Whether the actor is as they were when they were read; shared with the policies that are made of this one. */
  readonly confirmation: ActorConfirmation;

  constructor(actor: Actor, registry: Registry, { deadline, trash = null, confirmation = new ActorConfirmation() }: PolicyOptions = {}) {
    this.actor = actor;
    this.registry = registry;
    this.deadline = deadline;
    this.#permitted = permittedViews(actor);
    this.#trash = trash;
    this.confirmation = confirmation;
  }

  /** The same policy, but with the rows of this model that are in the trash in place of the others; null for no model. */
  inTrash(model: Model | null): Policy {
    return new Policy(this.actor, this.registry, { deadline: this.deadline, trash: model, confirmation: this.confirmation });
  }

  /** The same policy with an earlier deadline. */
  until(deadline: number): Policy {
    const earlier = Math.min(deadline, this.deadline ?? deadline);
    return new Policy(this.actor, this.registry, { deadline: earlier, trash: this.#trash, confirmation: this.confirmation });
  }

  /** Whether the rows of the model are those in the trash. */
  isTrash(model: Model): boolean {
    return this.#trash === model;
  }

  /** Whether the actor holds a codename on a model. */
  holds(model: Model, codename: string): boolean {
    return this.actor.isSuperuser || this.actor.permissions.has(permissionId(model, codename));
  }

  /** Whether the actor has a right. A read-only model allows only `view`; a withheld right is never held. */
  may(model: Model, right: ModelRight | TrashRight): boolean {
    if (model.isReadonly && right !== 'view') return false;
    return !model.withheld.has(right) && this.holds(model, rightCodename(model, right));
  }

  /** Whether the actor may see the rows of a model that are in the trash. */
  maySeeTrash(model: Model): boolean {
    return this.may(model, 'view') && (this.may(model, 'restore') || this.may(model, 'purge'));
  }

  /** Whether the actor may run an action; a read-only model does not forbid it (CONTRACT §7). */
  mayRun(model: Model, { needs }: ModelAction): boolean {
    if (needs === 'staff') return true;
    return this.holds(model, needs === 'change' ? rightCodename(model, 'change') : needs.codename);
  }

  /**
   * Whether the actor holds a right on the model, or may run one of its actions; otherwise the model does not exist for them (CONTRACT
   * §11).
   */
  knows(model: Model): boolean {
    const rights: readonly ModelRight[] = ['view', 'add', 'change', 'delete'];
    const own = model.ownPermissions.filter(({ isApart }) => isApart !== true);
    const codenames = [...rights.map((right) => rightCodename(model, right)), ...own.map(({ codename }) => codename)];
    return codenames.some((codename) => this.holds(model, codename)) || model.actions.some((action) => this.mayRun(model, action));
  }

  /** What the actor may see of a model; computed once for each request that uses a row rule, otherwise once for each state of the actor. */
  access(model: Model): ModelAccess {
    const views = model.rows ? this.#limited : this.#permitted;
    const cached = views.get(model);
    if (cached) return cached;
    const fields = model.fields.filter((field) => this.#mayRead(model, field));
    const labelFields = readableLabels(model, fields);
    const rule = ruleOf(model, this.actor, this.registry);
    const view: ModelAccess = {
      model,
      rights: {
        view: this.may(model, 'view'),
        add: this.may(model, 'add'),
        change: this.may(model, 'change'),
        delete: this.may(model, 'delete'),
      },
      fields: fields.length === model.fields.length ? model.fields : fields,
      scope: allOf([...trashCondition(model, false), rule]),
      rule,
      hasLabel: model.label.kind === 'computed' || labelFields.length > 0,
      labelFields,
    };
    views.set(model, view);
    return view;
  }

  /**
   * The fields of which actions pass values on: those that the actor may view, without large ones. The log leaves parts of its entries out by
   * their reader once they are read, and actions read what is stored: none of these parts is among them.
   */
  actionFields(model: Model): readonly Field[] {
    const isSameForAll = ({ queryable, detailOnly, keyPrefix }: Field): boolean => queryable && !detailOnly && keyPrefix === undefined;
    return this.access(model).fields.filter((field) => !isLarge(field) && (model.redact === undefined || isSameForAll(field)));
  }

  /** The rows that a request about the model means: those in the scope or, in the trash, the others that the row rule allows. */
  requestedRows(model: Model): Condition {
    const { scope, rule } = this.access(model);
    return allowedBy(this.isTrash(model) ? allOf([...trashCondition(model, true), rule]) : scope);
  }

  /** Whether the actor may read a field and all fields and models on the path to it. */
  mayReadPath(model: Model, path: FieldPath): boolean {
    let owner = model;
    for (const step of path.steps) {
      if (!this.access(owner).fields.includes(step.field) || !this.access(step.target).rights.view) return false;
      owner = step.target;
    }
    return this.access(owner).fields.includes(path.field);
  }

  /** The columns of related rows that the actor may see in lists of the model. */
  columns(model: Model): readonly PathColumn[] {
    if (model.pathColumns.length === 0) return noColumns;
    const ofModels = columnsByActor.get(this.actor) ?? new WeakMap<Model, readonly PathColumn[]>();
    columnsByActor.set(this.actor, ofModels);
    const columns = ofModels.get(model) ?? model.pathColumns.filter((column) => this.#mayReadColumn(model, column));
    ofModels.set(model, columns);
    return columns;
  }

  #mayReadColumn(model: Model, { name, steps, end }: PathColumn): boolean {
    if (end.kind === 'value') return this.mayReadPath(model, { name, steps, field: end.field });
    return this.access(end.of).rights.view && this.access(end.by.link ? model : end.of).fields.includes(end.by);
  }

  /** What the actor may see of other models, for log entries about their rows. */
  reader(): LogReader {
    const viewable = (key: string): ModelAccess | null => {
      const model = this.registry.find(key);
      return model && this.may(model, 'view') ? this.access(model) : null;
    };
    return {
      fieldsOf: (key) => {
        if (key === savedViewKey) return this.actor.isSuperuser ? savedViewFields : null;
        const view = viewable(key);
        // The log says that a password was changed, but does not contain the password.
        const shown = view?.model.fields.filter((field) => field.writeOnly || (view.fields.includes(field) && this.#reachesLinks(field)));
        return shown ? new Set(shown.map((field) => field.name)) : null;
      },
      reachesAll: (key) => viewable(key)?.rule.kind === 'true',
      decidingFields: (key) => {
        const view = viewable(key);
        return new Set(view ? fieldsIn(view.rule).map((field) => field.name) : []);
      },
      paramTargets: (key, name) => {
        const action = this.registry.find(key)?.actions.find((one) => `action:${one.key}` === name);
        return new Map((action?.params ?? []).flatMap((param) => (param.relation ? [[param.name, param.relation.model]] : [])));
      },
    };
  }

  /** Whether the actor's row rule allows every row of the field's target model. */
  #reachesLinks(field: Field): boolean {
    return !field.link || this.access(this.registry.targetOf(field)).rule.kind === 'true';
  }

  #mayRead(model: Model, field: Field): boolean {
    if (field.hidden) return false;
    if (field.viewPermission === undefined) return true;
    return this.holds(model, field.viewPermission.slice(field.viewPermission.indexOf('.') + 1));
  }
}

/** The rows of a model that are in its trash, or that are not; no condition for a model without one. */
export function trashCondition({ softDelete: field }: Model, isInTrash: boolean): Condition[] {
  return field ? [{ kind: 'null', path: ownPath(field), isNull: !isInTrash }] : [];
}

const none: readonly LabelFields[] = [];

/** The label fields of rows, without those that the actor may not read. */
function readableLabels({ label }: Model, fields: readonly Field[]): readonly LabelFields[] {
  if (label.kind !== 'fields') return none;
  // The same list for each request: the key of a statement knows it by its identity.
  if (label.candidates.flat().every((field) => fields.includes(field))) return label.candidates;
  return label.candidates.flatMap((candidate) => {
    const [first, ...rest] = candidate.filter((field) => fields.includes(field));
    return first ? [[first, ...rest] as const] : [];
  });
}
