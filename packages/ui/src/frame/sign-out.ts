import { useLogout, useNotify } from 'react-admin';
import { useService } from '../session/service.ts';
import { useAskToLeave } from '../layout/ask-to-leave.ts';
import { messageOf } from '../layout/trouble.tsx';
import { t } from '../texts/text.ts';

/** Signs out; it asks first where something is filled in and not saved. */
export function useSignOut(): () => void {
  const logout = useLogout();
  const notify = useNotify();
  const { unsaved, queryClient } = useService();
  const askToLeave = useAskToLeave();
  const signOut = (): void => {
    unsaved.giveUp();
    // What is still being read would be refused.
    void queryClient.cancelQueries();
    logout(null, undefined, false).catch((error: unknown) => {
      notify(messageOf(error), { type: 'error' });
      void queryClient.invalidateQueries();
    });
  };
  return () => {
    if (!unsaved.isThere) return signOut();
    const words = { leave: t('Sign out without saving'), save: t('Save and sign out') };
    void askToLeave(words).then((how) => how !== null && signOut());
  };
}
