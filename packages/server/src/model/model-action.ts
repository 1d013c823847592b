import type { ActionVariant } from '@grimoire/protocol';
import type { ActionHandler, ActionScope } from './config/action.ts';
import type { Field } from './field.ts';

/** What a member of staff needs to run an action: the model's `change`, a permission of the action, or nothing (CONTRACT §7). */
export type ActionNeed = 'change' | 'staff' | { readonly codename: string };

/** An action of a model, with both forms merged and checked. */
export interface ModelAction {
  /** The path segment. */
  readonly key: string;
  readonly label: string;
  readonly destructive: boolean;
  /** What a user is asked before it runs. */
  readonly confirm: string | undefined;
  /** Why a run can not be taken back; undefined if it can. */
  readonly irreversible: string | undefined;
  /** Whether a run needs a reason. */
  readonly needsReason: boolean;
  /** How its button looks, if it is not the usual one. */
  readonly variant: ActionVariant | undefined;
  readonly scope: ActionScope;
  readonly kind: 'client' | 'server';
  readonly params: readonly Field[];
  readonly needs: ActionNeed;
  readonly returnsFile: boolean;
  /** Whether its handler may be called where the action is only tried. */
  readonly isSafeToTry: boolean;
  /** The time limit of a run in milliseconds. */
  readonly timeLimit: number;
  /** Null for a client action. */
  readonly run: ActionHandler | null;
  /** Whether its handler is one that exports rows: it reads them, and needs `view` too. */
  readonly readsRows: boolean;
  /** Whether it is an export of its model with all that the schema says of one. */
  readonly isExport: boolean;
  /** Whether no config declares it. The schema does not list it among the actions: it is the export that every model has. */
  readonly isBuiltIn: boolean;
}
