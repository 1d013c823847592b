import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Button from '@mui/material/Button';
import { useSyncExternalStore, useId } from 'react';
import { useLogout } from 'react-admin';
import { useService } from '../session/service.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { t } from '../texts/text.ts';

/** A dialog over the page when its session has ended. The page keeps its content and continues after the sign-in. */
export function SignInAgain() {
  const titleId = useId();
  const { client, owner, session } = useService();
  const isWaiting = useSyncExternalStore(session.subscribe, session.isWaiting);
  const logout = useLogout();
  if (!isWaiting) return null;
  const leave = (): void => {
    session.settle(false);
    void logout(null, undefined, true);
  };
  const signIn = async (credentials: { username: string; password: string }): Promise<void> => {
    if (owner.is(await client.login({ ...credentials, session: true }))) session.settle(true);
    // If another user signed in, the page is reloaded: it must not show data of the first user, or send anything in the name of
    // the second.
    else location.reload();
  };
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('Your session has ended')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>{t('Sign in again to go on. Nothing that you filled in is lost.')}</DialogContentText>
        <CredentialsForm onSubmit={signIn} />
        <Button fullWidth onClick={leave} sx={{ mt: 1 }}>
          {t('Leave')}
        </Button>
      </DialogContent>
    </Dialog>
  );
}
