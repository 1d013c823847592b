import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useSyncExternalStore } from 'react';
import { useGetIdentity } from 'react-admin';
import { useService } from '../service.ts';

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
      <DialogTitle id={titleId}>You are now signed in as {name}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Nothing was saved. What you filled in as {identity?.fullName ?? 'another user'} is still on this page. To save it, sign in as{' '}
          {identity?.fullName ?? 'that user'} in another tab, and save again.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={beginAnew}>Go on as {name}</Button>
        <Button variant="contained" onClick={stay}>
          Stay on this page
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
