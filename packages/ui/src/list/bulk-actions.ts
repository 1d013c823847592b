import type { ModelSchema } from '@grimoire/protocol';
import { isOffered } from '../actions/run-action.ts';

/** Whether the user can do anything with selected rows. */
export function hasBulkActions({ model, permissions, actions }: ModelSchema): boolean {
  return permissions.change || permissions.delete || actions.some((action) => action.scope === 'bulk' && isOffered(model, action));
}
