import { Notification } from 'react-admin';

/** Messages of the page, below the bar at its head: at the foot they would cover the buttons that save. */
export function Notice() {
  return <Notification anchorOrigin={anchor} sx={{ '&.MuiSnackbar-root': { top: 56 } }} />;
}

const anchor = { vertical: 'top', horizontal: 'center' } as const;
