import type { ActionReport, ActionVariant, FieldTypeName, Key } from '@grimoire/protocol';
import type { ModelRight } from '../actor.ts';
import type { HandlerInput, NoInput } from './action-type.ts';
import type { HookContext, StoredRow } from './hooks.ts';
import type { ParamConfigs, ParamValues } from './param.ts';
import type { PathName, RowRule, RuleOperand, RuleOperator } from './row-rule.ts';
import type { AnyRow } from './row-type.ts';
import type { RowChanges } from './row-values.ts';

/** Where an action is offered: for the selected rows, or at the head of the page. */
export type ActionScope = 'bulk' | 'toolbar';

/** A field that the actor may view, for handlers that write rows to a file. */
export interface SeenField {
  readonly name: string;
  /** The name for users. */
  readonly label: string;
  readonly type: FieldTypeName;
  /** The member of a row of {@link ActionRows.asSeen} with the field's text, for a foreign key or a field with choices; otherwise null. */
  readonly display: string | null;
}

/** The context of an action's handler. */
export interface ActionContext<Input extends object = ParamValues> extends HookContext {
  /** The action's key. */
  readonly action: string;
  /** The user's input, as described by the action's `params`: checked, with defaults, null where no value was given. */
  readonly input: Input;
  /** The client's address, as determined from the connection and the trusted proxies. */
  readonly ip: string | null;
  /** Aborted when the action's time limit is over. */
  readonly signal: AbortSignal;
  /** The model's fields that the actor may view. */
  readonly fields: readonly SeenField[];
  /** The columns of related rows in `listDisplay` that the actor may view. Only {@link ActionRows.asText} takes their names. */
  readonly related: readonly SeenField[];
  /** The model's key. */
  readonly model: string;
  /** Whether the actor has a right on a model, given by its key. */
  may(model: string, right: ModelRight): boolean;
}

/** Options of {@link ActionRows.asText}. */
export interface TextOptions {
  /** Names of the fields, in the order of the texts. */
  readonly fields: readonly string[];
  /** Whether to return values in the form of the API, instead of labels and display texts. */
  readonly raw?: boolean;
  /**
   * Names of fields, each with a minus in front if it descends, as `ordering` of a list; by default the rows are in the order of their keys.
   * Only in an action that answers with a file.
   */
  readonly ordering?: readonly string[];
  /** The number of rows that are read at once; 1,000 by default. */
  readonly batch?: number;
}

/** Options of {@link ActionRows.asSeen}. */
export interface SeenOptions {
  /** Names of the fields; by default all that the actor may view. */
  readonly fields?: readonly string[];
  /** The number of rows that are read at once; 1,000 by default. */
  readonly batch?: number;
}

/** Processes one row, in {@link ActionRows.each}. */
export type EachRow<Row extends object = AnyRow> = (row: Row, one: ActionRows<Row>) => Promise<void> | void;

/**
 * The rows that an action runs on: the selected rows that are in the current user's row scope. They are locked, and stay the same set until
 * the run ends, also if the handler changes them; each read returns their current values. In an action that answers with a file no row is
 * locked: it reads one snapshot, and cannot write.
 */
export interface ActionRows<out Row extends object = AnyRow> {
  /** The rows that also match a rule at the time of each read. */
  where(rule: RowRule<Row>): ActionRows<Row>;
  where<
    const Path extends PathName<keyof Row & string>,
    const Operator extends RuleOperator,
    // A type of its own, by which rows of a typed model are rows of any model too.
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
    const Value extends RuleOperand<Row, Path, Operator>,
  >(path: Path, operator: Operator, value: Value): ActionRows<Row>;
  count(): Promise<number>;
  /** Their keys in the form of the API, all in memory. */
  ids(): Promise<Key[]>;
  /** All rows in memory, with every field but binary ones: handlers are trusted code. */
  all(): Promise<Row[]>;
  /** One row after the other in the order of their keys; at most two batches are in memory, by default of 1,000 rows. */
  stream(options?: { readonly batch?: number }): AsyncIterable<Row>;
  /** The rows as the actor sees them: without the fields that they may not view, with labels and display texts. Needs `view`. */
  asSeen(options?: SeenOptions): AsyncIterable<StoredRow>;
  /**
   * The same as texts, one for each field, null for a missing value, in batches of rows: for handlers that write rows to a file. The
   * database creates the texts, which makes a million rows cheap.
   */
  asText(options: TextOptions): AsyncIterable<readonly (readonly (string | null)[])[]>;
  /**
   * Writes values into all rows by one statement. The values are checked against the fields' types; `validate`, hooks and rights to edit a
   * field do not apply.
   * @returns how many rows there were.
   */
  update(values: RowChanges<Row>): Promise<number>;
  /**
   * Deletes all rows by one statement, with the rows that the database deletes with them; hooks do not run. @returns how many rows there
   * were.
   */
  delete(): Promise<number>;
  /**
   * Calls a function for each row, for at most 10,000. If it throws, only that row is rolled back and listed in the report.
   * @returns the report, which is also the action's answer unless the handler returns another.
   */
  each(work: EachRow<Row>): Promise<ActionReport>;
}

/** The content of a file: one piece, or a sequence of pieces. */
export type FileBody = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** A download; created by {@link file}. */
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
 * The answer of an action with `returns: 'file'`.
 * @example file({ name: 'orders.csv', type: 'text/csv; charset=utf-8', body: lines(rows) })
 */
export function file(parts: { readonly name: string; readonly type: string; readonly body: FileBody }): FileAnswer {
  return new FileAnswer(parts.name, parts.type, parts.body);
}

/** The result of a handler: an object, which is the answer, a file, or nothing. */
export type HandlerResult = object | FileAnswer | void;

/** The function that an action runs. */
export type ActionHandler<Row extends object = AnyRow, Input extends object = ParamValues> = (
  context: ActionContext<Input>,
  rows: ActionRows<Row>,
) => Promise<HandlerResult> | HandlerResult;

/** Options that both forms of an action share. */
export interface ActionOptions {
  /** Shown in red, and confirmed by the user before it runs. */
  readonly destructive?: boolean;
  /** The question that a user confirms before it runs, in place of a usual one; with it, every run is confirmed. */
  readonly confirm?: string;
  /** Why a run can not be taken back, such as because it sends a message: no undo is offered, and this is shown before it runs. */
  readonly irreversible?: string;
  /** Whether the user must say why. The reason is kept with the change, and is not part of the input. */
  readonly reason?: boolean;
  /** How its button looks; `danger` by default for what is destructive. It changes nothing else. */
  readonly variant?: ActionVariant;
  /** The parameters that the user fills in. */
  readonly params?: ParamConfigs | undefined;
  /** The time limit of a run in seconds: 60 by default, 600 for an action that answers with a file. */
  readonly timeLimit?: number;
  /** The handler answers with a {@link file}: it only reads, from one snapshot. */
  readonly returns?: 'file';
  /**
   * That the handler also runs where the action is only tried, which is rolled back: it does nothing outside of its transaction then, such as sending a
   * mail. Without it the handler is not called, and the user is shown the rows alone.
   */
  readonly preview?: 'safe';
}

/** An action of a model's config; created by {@link action}. */
export interface Action<Row extends object = AnyRow, Params extends ParamConfigs | undefined = ParamConfigs | undefined>
  extends ActionOptions {
  readonly params?: Params;
  /** Text of the button; derived from the name by default. */
  readonly label?: string;
  readonly scope?: ActionScope;
  run(this: void, context: ActionContext<HandlerInput<Params>>, rows: ActionRows<Row>): Promise<HandlerResult> | HandlerResult;
}

/** A bare handler; its options may be properties of the function. */
export type BareAction<Row extends object = AnyRow> = ActionHandler<Row, NoInput> & {
  readonly label?: string;
  readonly destructive?: boolean;
};

/** The parameters themselves, in a form from which the compiler does not infer them: a config takes actions with any parameters. */
type Declared<Params> = [Params] extends [infer P extends ParamConfigs | undefined] ? P : never;

/**
 * Declares an action of a model's config. `input` has the types of its `params`, and rows have those of the model. For an action that is
 * declared apart from its config, the type of `rows` says which rows it takes: `ActionRows<RowType<typeof orders>>`.
 * @example action({ label: 'Mark as paid', run: (ctx, rows) => rows.each((row, one) => …) })
 */
export function action<Row extends object = AnyRow, const Params extends ParamConfigs | undefined = undefined>(
  declared: Action<Row, Params>,
): Action<Row, Declared<Params>> {
  return declared as unknown as Action<Row, Declared<Params>>;
}

/** An entry of `adminActions`. In an entry that is written in the list, the rows of `run` are those of its model. */
export interface AdminAction<Model extends string = string, Row extends object = AnyRow> extends ActionOptions {
  /** Key of the model, `{app}.{Model}`. */
  readonly model: Model;
  /** Codename of the permission that it needs on that model; null if every member of staff may run it. */
  readonly codename: string | null;
  /** Text of the button, and name of the permission. */
  readonly name: string;
  readonly kind: 'client' | 'server';
  readonly scope: ActionScope;
  /** The handler; left out if the model's config has an action of the same key. */
  run?(this: void, context: ActionContext, rows: ActionRows<Row>): Promise<HandlerResult> | HandlerResult;
}
