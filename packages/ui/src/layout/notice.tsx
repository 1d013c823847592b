import { Notification } from 'react-admin';

/** Messages of the page, at its top, where the middle of a heading is empty; on a narrow screen below the bar. At the bottom they would cover the save buttons. */
export function Notice() {
  return <Notification anchorOrigin={anchor} sx={{ '&.MuiSnackbar-root': { top: { xs: 56, sm: 8 } } }} />;
}

const anchor = { vertical: 'top', horizontal: 'center' } as const;
