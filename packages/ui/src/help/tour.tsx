import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';
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
  const start = useEvent(() => {
    if (unsaved.isThere && !window.confirm(t('What you filled in is not saved. Leave this page all the same?'))) return;
    unsaved.giveUp();
    see({ tour: true });
    void navigate('/');
    setOn(true);
  });
  useEffect(() => {
    window.addEventListener(tourAsked, start);
    return () => window.removeEventListener(tourAsked, start);
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
