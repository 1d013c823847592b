import type { ActionReport, FieldTypeName, Key } from '@grimoire/protocol';
import type { ModelRight } from '../actor.ts';
import type { HookContext, StoredRow } from './hooks.ts';
import type { ParamConfigs, ParamValues } from './param.ts';
import type { RowRule, RuleOperator, RuleValue } from './row-rule.ts';

/** Where an action is offered: beside the rows that are selected, or at the head of the page. */
export type ActionScope = 'bulk' | 'toolbar';

/** A field that the actor may view, for whoever writes rows down. */
export interface SeenField {
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly type: FieldTypeName;
  /** The member of a row {@link ActionRows.asSeen} that has the field's text: of a foreign key, of a choice; else null. */
  readonly display: string | null;
}

/** What an action's handler is told beside its rows. */
export interface ActionContext extends HookContext {
  /** The action's key. */
  readonly action: string;
  /** What the user has put in, as the action's `params` describe it. */
  readonly input: ParamValues;
  /** The address that the request came from, as far as it can be believed. */
  readonly ip: string | null;
  /** Aborted once the action's time is over. */
  readonly signal: AbortSignal;
  /** The model's fields that the actor may view. */
  readonly fields: readonly SeenField[];
  /** The model's key. */
  readonly model: string;
  /** Whether the actor has a right on a model, named by its key. */
  may(model: string, right: ModelRight): boolean;
}

/** What {@link ActionRows.asText} gives. */
export interface TextOptions {
  /** Names of the fields, in the order of the texts. */
  readonly fields: readonly string[];
  /** Values as the wire has them, in the place of labels and displays. */
  readonly raw?: boolean;
  /** Rows that are read at once; 1,000 by default. */
  readonly batch?: number;
}

/** What {@link ActionRows.asSeen} gives. */
export interface SeenOptions {
  /** Names of the fields; all that the actor may view by default. */
  readonly fields?: readonly string[];
  /** Rows that are read at once; 1,000 by default. */
  readonly batch?: number;
}

/** Changes one row by itself, in {@link ActionRows.each}. */
export type EachRow<Name extends string = string> = (row: StoredRow<Name>, one: ActionRows<Name>) => Promise<void> | void;

/**
 * The rows that an action runs on: those that were selected, within the row scope of who runs it. They are locked and
 * stay the same set until the run ends, whatever is done to them; they are read when they are asked for, as they are by
 * then. In an action that answers with a file nothing is locked: it reads one snapshot, and can't write.
 */
export interface ActionRows<Name extends string = string> {
  /** Those of the rows that a rule lets through at the moment that they are asked for. */
  where(rule: RowRule): ActionRows<Name>;
  where(path: string, operator: RuleOperator, value: RuleValue | null | readonly RuleValue[]): ActionRows<Name>;
  count(): Promise<number>;
  /** Their keys as they stand in an answer, all in memory. */
  ids(): Promise<Key[]>;
  /** All of them in memory, with every field but binary ones: handlers are trusted code. */
  all(): Promise<StoredRow<Name>[]>;
  /** One after the other in the order of their keys, with so many in memory at once; 1,000 by default. */
  stream(options?: { readonly batch?: number }): AsyncIterable<StoredRow<Name>>;
  /** The same as the actor sees them: without the fields that they may not view, with labels and displays. Needs `view`. */
  asSeen(options?: SeenOptions): AsyncIterable<StoredRow>;
  /**
   * The same as texts, one for each field, null where there is no value, a batch of rows at a time: for whoever writes
   * rows down. The database makes them, so that a million rows cost little.
   */
  asText(options: TextOptions): AsyncIterable<readonly (readonly (string | null)[])[]>;
  /**
   * Writes values into all of them by one statement: of the fields' types, but past `validate`, hooks and who may edit.
   * @returns how many there were.
   */
  update(values: Readonly<Partial<Record<Name, unknown>>>): Promise<number>;
  /** Deletes all of them by one statement, and what the database deletes with them, past hooks. @returns how many there were. */
  delete(): Promise<number>;
  /**
   * Runs a function for each, at most 10,000: what it throws undoes that row alone, and stands in the report.
   * @returns the report, which is the action's answer too unless it returns another.
   */
  each(work: EachRow<Name>): Promise<ActionReport>;
}

/** Pieces of a file. */
export type FileBody = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** A download; made by {@link file}. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly body: FileBody;

  constructor(name: string, type: string, body: FileBody) {
    this.name = name;
    this.type = type;
    this.body = body;
  }
}

/**
 * What an action of `returns: 'file'` answers with.
 * @example file({ name: 'orders.csv', type: 'text/csv; charset=utf-8', body: lines(rows) })
 */
export function file(parts: { readonly name: string; readonly type: string; readonly body: FileBody }): FileAnswer {
  return new FileAnswer(parts.name, parts.type, parts.body);
}

/** What a handler may give back: an object, which is the answer, a file, or nothing. */
export type HandlerResult = object | FileAnswer | void;

/** What an action does. */
export type ActionHandler<Name extends string = string> = (
  context: ActionContext,
  rows: ActionRows<Name>,
) => Promise<HandlerResult> | HandlerResult;

/** What both forms of an action may say of it. */
export interface ActionOptions {
  /** Red, and asked for twice. */
  readonly destructive?: boolean;
  /** What the user is asked for. */
  readonly params?: ParamConfigs | undefined;
  /** Seconds that a run may take: 60 by default, 600 of one that answers with a file. */
  readonly timeLimit?: number;
  /** The handler answers with a {@link file}: it only reads, from one snapshot. */
  readonly returns?: 'file';
}

/** An action of a model's config: SPEC's v1 form; made by {@link action}. */
export interface Action<Name extends string = string, Params extends ParamConfigs | undefined = ParamConfigs | undefined>
  extends ActionOptions {
  readonly params?: Params;
  /** Text of the button; made from the name by default. */
  readonly label?: string;
  readonly scope?: ActionScope;
  readonly run: ActionHandler<Name>;
}

/** A bare handler; SPEC's optional attributes may stand on the function itself. */
export type BareAction<Name extends string = string> = ActionHandler<Name> & { readonly label?: string; readonly destructive?: boolean };

/**
 * Declares an action of a model's config.
 * @example action({ label: 'Mark as paid', run: (ctx, rows) => rows.each((row, one) => …) })
 */
export function action<Name extends string = string, const Params extends ParamConfigs | undefined = undefined>(
  declared: Action<Name, Params>,
): Action<Name, Params> {
  return declared;
}

/** An entry of `adminActions`: SPEC's `ADMIN_ACTIONS`. */
export interface AdminAction extends ActionOptions {
  /** Key of the model, `{app}.{Model}`. */
  readonly model: string;
  /** Codename of the permission that it needs on that model; null where staff is enough. */
  readonly codename: string | null;
  /** For people: text of the button, name of the permission. */
  readonly name: string;
  readonly kind: 'client' | 'server';
  readonly scope: ActionScope;
  /** What it does; left out where the model's config has an action of the same key. */
  readonly run?: ActionHandler;
}
