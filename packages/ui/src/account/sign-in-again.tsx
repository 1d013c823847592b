import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Button from '@mui/material/Button';
import { useSyncExternalStore, useId } from 'react';
import { useLogout } from 'react-admin';
import { useService } from '../service.ts';
import { CredentialsForm } from './credentials-form.tsx';

/** Over the page when its session has ended: what is on the page stays, and goes on from there. */
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
    // Nothing on this page is somebody else's, and nothing of it is sent in their name.
    else location.reload();
  };
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Your session has ended</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>Sign in again to go on. Nothing that you filled in is lost.</DialogContentText>
        <CredentialsForm onSubmit={signIn} />
        <Button fullWidth onClick={leave} sx={{ mt: 1 }}>
          Leave
        </Button>
      </DialogContent>
    </Dialog>
  );
}
