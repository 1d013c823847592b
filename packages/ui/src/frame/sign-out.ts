import { useLogout, useNotify } from 'react-admin';
import { useService } from '../session/service.ts';
import { messageOf } from '../layout/trouble.tsx';
import { t } from '../texts/text.ts';

/** Signs out; it asks first where something is filled in and not saved. */
export function useSignOut(): () => void {
  const logout = useLogout();
  const notify = useNotify();
  const { unsaved, queryClient } = useService();
  return () => {
    if (unsaved.isThere && !window.confirm(t('What you filled in is not saved. Sign out all the same?'))) return;
    unsaved.giveUp();
    // What is still being read would be refused.
    void queryClient.cancelQueries();
    logout(null, undefined, false).catch((error: unknown) => {
      notify(messageOf(error), { type: 'error' });
      void queryClient.invalidateQueries();
    });
  };
}
