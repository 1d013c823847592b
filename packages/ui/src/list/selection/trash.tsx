import { type ModelSchema, trashParameter } from '@grimoire/protocol';
import DeleteSweepIcon from '@mui/icons-material/DeleteSweep';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useListContext } from 'react-admin';
import { type LoadedPart, loadedPart } from '../../loading/loaded-part.tsx';
import { t } from '../../texts/text.ts';

/** What can be done with selected rows of the trash. */
export const TrashActions: LoadedPart<object> = loadedPart(async () => (await import('./trash-actions.tsx')).TrashActions);

/** Whether the list shows the rows in the trash. */
export function useIsTrash(): boolean {
  const { filterValues } = useListContext();
  return (filterValues as Readonly<Record<string, unknown>>)[trashParameter] === 'only';
}

/** Whether the user may see the trash of a model. */
export function hasTrash({ soft_delete: trash, permissions }: ModelSchema): boolean {
  return trash !== undefined && permissions.view && (trash.restore || trash.purge);
}

/** Switches between the rows and those in the trash. */
export function TrashButton() {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const isTrash = useIsTrash();
  useEffect(() => {
    if (isTrash) TrashActions.load();
  }, [isTrash]);
  const { [trashParameter]: _shown, ...others } = filterValues as Readonly<Record<string, unknown>>;
  return (
    <Button
      size="small"
      startIcon={<DeleteSweepIcon />}
      aria-pressed={isTrash}
      variant={isTrash ? 'contained' : 'text'}
      onClick={() => setFilters(isTrash ? others : { ...others, [trashParameter]: 'only' }, displayedFilters)}
    >
      {t('Trash')}
    </Button>
  );
}
