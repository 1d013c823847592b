import { RowTaken } from '@grimoire/client';
import type { ModelSchema } from '@grimoire/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { useNotify, useRedirect } from 'react-admin';
import { EditingPageContext } from '../../layout/editing-page.ts';

/** Leaves the page of a row that the database has taken out of its table as it was saved. @returns whether the error says so. */
export function useTaken({ model, permissions }: ModelSchema): (error: unknown) => boolean {
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const page = useContext(EditingPageContext);
  return (error) => {
    if (!(error instanceof RowTaken)) return false;
    notify(error.message, { type: 'warning', autoHideDuration: 10_000 });
    void queryClient.invalidateQueries({ queryKey: [model] });
    const go = (): void => redirect(permissions.view ? 'list' : '/', model);
    if (page) page.leave(go);
    else go();
    return true;
  };
}
