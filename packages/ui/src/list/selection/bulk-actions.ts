import type { ModelSchema } from '@grimoire/protocol';
import { isOffered } from '../../actions/run-action.ts';

/** Whether the user can do anything with selected rows. */
export function hasBulkActions({ model, permissions, actions, soft_delete: trash }: ModelSchema): boolean {
  const isOfTrash = trash !== undefined && (trash.restore || trash.purge);
  return (
    isOfTrash || permissions.change || permissions.delete || actions.some((action) => action.scope === 'bulk' && isOffered(model, action))
  );
}
