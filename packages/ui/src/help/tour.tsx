import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useService } from '../session/service.ts';
import { useAskToLeave } from '../layout/ask-to-leave.ts';
import { focusContent } from '../layout/focus.ts';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { useSeen } from './seen.ts';

/** The event by which a card, a menu or the palette asks for the tour. */
export const tourAsked = 'grimoire:tour';

const TourStops = loadedWindow(async () => (await import('./tour-popover.tsx')).TourPopover);

/** The tour, once it has been asked for. It begins on the home page, where it covers no work. */
export function Tour() {
  const [isOn, setOn] = useState(false);
  const { unsaved } = useService();
  const navigate = useNavigate();
  const [, see] = useSeen();
  const askToLeave = useAskToLeave();
  const start = useEvent(async () => {
    if (unsaved.isThere && (await askToLeave()) === null) return;
    unsaved.giveUp();
    see({ tour: true });
    void navigate('/');
    setOn(true);
  });
  useEffect(() => {
    const listen = (): void => void start();
    window.addEventListener(tourAsked, listen);
    return () => window.removeEventListener(tourAsked, listen);
  }, [start]);
  const end = useEvent(() => {
    setOn(false);
    focusAccount();
  });
  if (!isOn) return null;
  return <TourStops onClose={end} />;
}

/** The menu that starts it again has the keyboard after it, where it is in sight. */
function focusAccount(): void {
  const button = document.querySelector<HTMLElement>('[data-tour=account]');
  if (button && button.getBoundingClientRect().right > 0 && button.offsetParent !== null) button.focus();
  else focusContent();
}
