import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Button from '@mui/material/Button';
import { useSyncExternalStore, useId } from 'react';
import { useLogout } from 'react-admin';
import { useService } from '../session/service.ts';
import { signInAgain } from '../session/sign-in-again.ts';
import { SignInForms } from './sign-in-forms.tsx';
import { t } from '../texts/text.ts';

/** A dialog over the page when its session has ended. The page keeps its content and continues after the sign-in. */
export function SignInAgain() {
  const titleId = useId();
  const service = useService();
  const { session } = service;
  const isWaiting = useSyncExternalStore(session.subscribe, session.isWaiting);
  const logout = useLogout();
  if (!isWaiting) return null;
  const leave = (): void => {
    session.settle(false);
    void logout(null, undefined, true);
  };
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('Your session has ended')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>{t('Sign in again to go on. Nothing that you filled in is lost.')}</DialogContentText>
        <SignInForms onSubmit={(credentials) => signInAgain(service, credentials)} />
        <Button fullWidth onClick={leave} sx={{ mt: 1 }}>
          {t('Leave')}
        </Button>
      </DialogContent>
    </Dialog>
  );
}
