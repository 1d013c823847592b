import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import Popper, { type PopperProps } from '@mui/material/Popper';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { isOverlaid } from '../layout/shortcuts.ts';
import { useService } from '../session/service.ts';
import { useModels } from '../schema/use-schema.ts';
import { t } from '../texts/text.ts';
import { stopsFor } from './tour-stops.ts';
import { useAnchor } from './use-anchor.ts';

/** The stops of the tour, one after another, each beside what it is about. The page can be used all the time. */
export function TourPopover({ onClose }: { readonly onClose: () => void }) {
  const models = useModels();
  const { hasSignIn } = useService().settings;
  const stops = useMemo(() => stopsFor(models, hasSignIn), [models, hasSignIn]);
  const [place, setPlace] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const stop = stops[Math.min(place, stops.length - 1)];
  const popper = useRef<Instance>(null);
  const follow = useCallback(() => void popper.current?.update(), []);
  const anchor = useAnchor(stop?.anchors ?? nowhere, follow);
  const ids = { title: useId(), text: useId() };
  useEscape(onClose);
  // The popover comes after its content: this is called once the button is there.
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    next.current = button;
    button?.focus({ preventScroll: true });
  }, []);
  if (!stop) return null;
  const go = (to: number): void => {
    const page = stops[to]?.page;
    if (page !== undefined) void navigate(page);
    setPlace(to);
    // “Back” is not there at the first stop.
    next.current?.focus({ preventScroll: true });
  };
  const isLast = place >= stops.length - 1;
  return (
    <>
      <GlobalStyles styles={ring} />
      <Popper popperRef={popper} open anchorEl={anchor ?? foot} placement="bottom-start" modifiers={modifiers} sx={{ zIndex: 1250 }}>
        <Paper component="dialog" open aria-labelledby={ids.title} aria-describedby={ids.text} elevation={8} sx={paper}>
          <Box aria-live="polite">
            <Typography id={ids.title} component="h2" sx={{ fontWeight: 620, fontSize: 15 }}>
              {t(stop.title)}
            </Typography>
            <Typography id={ids.text} sx={{ mt: 0.5, mb: 1.5, color: 'text.secondary' }}>
              {t(stop.text)}
            </Typography>
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5, mr: 'auto' }}>
              {t('%{place} of %{total}', { place: place + 1, total: stops.length })}
            </Box>
            {!isLast && (
              <Button size="small" onClick={onClose}>
                {t('End the tour')}
              </Button>
            )}
            {place > 0 && (
              <Button size="small" onClick={() => go(place - 1)}>
                {t('Back')}
              </Button>
            )}
            <Button ref={takeFocus} size="small" variant="contained" onClick={() => (isLast ? onClose() : go(place + 1))}>
              {isLast ? t('Done') : t('Next')}
            </Button>
          </Box>
        </Paper>
      </Popper>
    </>
  );
}

/** Ends the tour by the Escape key, wherever the keyboard is but in a window above the page. */
function useEscape(onEnd: () => void): void {
  const press = useEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isOverlaid()) return;
    event.preventDefault();
    event.stopPropagation();
    onEnd();
  });
  // Before the page is painted, with the button that has the keyboard: a key that is pressed then is not lost.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [press]);
}

/** What places the popover. */
type Instance = Extract<NonNullable<PopperProps['popperRef']>, { current: unknown }>['current'];

const nowhere: readonly string[] = [];

/** The foot of the window, in the middle. */
const foot = {
  getBoundingClientRect: () => new DOMRect(window.innerWidth / 2 - 1, window.innerHeight - 24, 2, 1),
};

const modifiers = [
  { name: 'offset', options: { offset: [0, 10] } },
  { name: 'preventOverflow', options: { padding: 12, altAxis: true } },
  { name: 'flip', options: { padding: 12, fallbackPlacements: ['top-start', 'right', 'left'] } },
];

const paper = {
  position: 'static',
  m: 0,
  boxSizing: 'border-box',
  width: 360,
  maxWidth: 'calc(100vw - 24px)',
  p: 2,
  border: 1,
  borderColor: 'divider',
} as const;

/** Around what the tour stands at, and inside of it: the frame of a list cuts off what stands out. */
const ring = ({ palette }: Theme): { readonly [selector: string]: object } => ({
  '[data-toured][data-toured]': {
    outline: `2px solid ${palette.primary.main}`,
    outlineOffset: -2,
    scrollMarginBlock: 64,
  },
});
