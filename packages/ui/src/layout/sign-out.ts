import { useLogout } from 'react-admin';
import { useService } from '../service.ts';
import { t } from '../texts/text.ts';

/** Signs out; it asks first where something is filled in and not saved. */
export function useSignOut(): () => void {
  const logout = useLogout();
  const { unsaved, queryClient } = useService();
  return () => {
    if (unsaved.isThere && !window.confirm(t('What you filled in is not saved. Sign out all the same?'))) return;
    unsaved.giveUp();
    // What is still being read would be refused.
    void queryClient.cancelQueries();
    void logout(null, undefined, false);
  };
}
