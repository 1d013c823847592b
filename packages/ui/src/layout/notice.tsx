import { useEffect, useState } from 'react';
import { Notification, type NotificationPayload, useEvent, useNotificationContext } from 'react-admin';

/** Messages of the page, at its top, where the middle of a heading is empty; on a narrow screen below the bar. At the bottom they would cover the save buttons. */
export function Notice() {
  return <Notification key={useRefusals()} anchorOrigin={anchor} sx={{ '&.MuiSnackbar-root': { top: { xs: 56, sm: 8 } } }} />;
}

/** The number of refusals so far. One replaces the messages before it: who is refused something is told at once, and not when those are gone. */
function useRefusals(): number {
  const { notifications, setNotifications } = useNotificationContext();
  const [refusals, setRefusals] = useState(0);
  const refusal = notifications.find((one: NotificationPayload) => refused.has(one.type));
  const replace = useEvent(() => {
    setNotifications([refusal]);
    setRefusals((before) => before + 1);
  });
  useEffect(() => {
    if (refusal) replace();
  }, [refusal, replace]);
  return refusals;
}

const refused: ReadonlySet<unknown> = new Set(['warning', 'error']);

const anchor = { vertical: 'top', horizontal: 'center' } as const;
