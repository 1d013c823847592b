import { useContext } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';
import { EditingPageContext } from './editing-page.ts';

/** Reads what is on the page again, after rows have been written. What was entered in the form of a row and is not saved stays. */
export function useReloadPage(): () => void {
  const refresh = useRefresh();
  const notify = useNotify();
  const { unsaved } = useService();
  const page = useContext(EditingPageContext);
  return () => {
    if (!page) refresh();
    else if (!unsaved.isThere) void page.reload();
    else notify(t('What you filled in is still here, and not saved. Reload the page to see the row as it is now.'), { type: 'info' });
  };
}
