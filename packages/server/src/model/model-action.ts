import type { ActionHandler, ActionScope } from './config/action.ts';
import type { Field } from './field.ts';

/** What running an action needs beyond staff: the model's `change`, a permission of its own, or nothing (CONTRACT §7). */
export type ActionNeed = 'change' | 'staff' | { readonly codename: string };

/** An action of a model, both forms merged and checked. */
export interface ModelAction {
  /** The path segment. */
  readonly key: string;
  readonly label: string;
  readonly destructive: boolean;
  readonly scope: ActionScope;
  readonly kind: 'client' | 'server';
  readonly params: readonly Field[];
  readonly needs: ActionNeed;
  readonly returnsFile: boolean;
  /** Milliseconds that a run may take. */
  readonly timeLimit: number;
  /** Null of a client action. */
  readonly run: ActionHandler | null;
}
