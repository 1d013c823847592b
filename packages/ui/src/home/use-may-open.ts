import type { ListLink } from '@grimoire/protocol';
import { useModel } from '../schema/use-schema.ts';

/** Whether the user may open the list of a link. */
export function useMayOpen(link: ListLink | undefined): boolean {
  return useModel(link?.model)?.permissions.view ?? false;
}
