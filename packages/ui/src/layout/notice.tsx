import { Notification } from 'react-admin';

/** Messages of the page, below the bar at the top: at the bottom they would cover the save buttons. */
export function Notice() {
  return <Notification anchorOrigin={anchor} sx={{ '&.MuiSnackbar-root': { top: 56 } }} />;
}

const anchor = { vertical: 'top', horizontal: 'center' } as const;
