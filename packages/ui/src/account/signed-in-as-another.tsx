import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useSyncExternalStore } from 'react';
import { useGetIdentity } from 'react-admin';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';

/** A dialog over a page when another user has signed in in the same browser. Unsaved input stays until the user decides. */
export function SignedInAsAnother() {
  const { session } = useService();
  const titleId = useId();
  const name = useSyncExternalStore(session.subscribe, session.replacedBy);
  const { identity } = useGetIdentity();
  if (name === null) return null;
  const stay = (): void => session.replace(null);
  return (
    <Dialog open onClose={stay} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('You are now signed in as %{name}', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {identity?.fullName
            ? t(
                'Nothing was saved. What you filled in as %{name} is still on this page. To save it, sign in as %{name} in another tab, and save again.',
                { name: identity.fullName },
              )
            : t(
                'Nothing was saved. What you filled in as another user is still on this page. To save it, sign in as that user in another tab, and save again.',
              )}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={beginAnew}>{t('Go on as %{name}', { name })}</Button>
        <Button variant="contained" onClick={stay}>
          {t('Stay on this page')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Reloads the page for the user who is signed in. The user has confirmed this, so the form's leave guard is not used. */
function beginAnew(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}
