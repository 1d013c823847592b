import type { ModelSchema } from '@grimoire/protocol';
import { isOffered } from '../actions/run-action.ts';

/** Whether there is anything to do with rows that are ticked. */
export function hasBulkActions({ model, permissions, actions }: ModelSchema): boolean {
  return permissions.change || permissions.delete || actions.some((action) => action.scope === 'bulk' && isOffered(model, action));
}
