import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { useEffect, useId, useRef, useState } from 'react';
import { hidden } from '../theme/hidden.ts';
import { isApple } from '../layout/apple.ts';
import { Finder } from './finder.tsx';
import { focusContent } from '../layout/focus.ts';
import { isOverlaid } from '../layout/shortcuts.ts';
import { t } from '../texts/text.ts';

/** The event by which a button asks for the palette. */
const openEvent = 'grimoire:find';

/** The button that opens the palette. */
export function PaletteButton({ isWide }: { readonly isWide: boolean }) {
  return (
    <Box
      component="button"
      type="button"
      data-tour="find"
      aria-haspopup="dialog"
      {...(isWide ? {} : { 'aria-label': t('Find anything') })}
      onClick={() => window.dispatchEvent(new Event(openEvent))}
      sx={button}
    >
      <SearchIcon />
      {isWide && (
        <>
          <Box component="span" sx={{ flex: 1, textAlign: 'left' }}>
            {t('Find anything')}
          </Box>
          <kbd aria-hidden>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
        </>
      )}
    </Box>
  );
}

/** The palette: Ctrl+K or ⌘K, or the button. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  const hasLed = useRef(false);
  const titleId = useId();
  // What had the keyboard before belongs to the page that was left.
  useEffect(() => {
    if (isOpen || !hasLed.current) return;
    hasLed.current = false;
    focusContent();
  }, [isOpen]);
  useEffect(() => {
    const open = (): void => setOpen(true);
    const toggle = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // What is open above the page is left first: it may be a question, or have input.
      setOpen((before) => !before && !isOverlaid());
    };
    window.addEventListener('keydown', toggle);
    window.addEventListener(openEvent, open);
    return () => {
      window.removeEventListener('keydown', toggle);
      window.removeEventListener(openEvent, open);
    };
  }, []);
  return (
    <Dialog
      open={isOpen}
      className="palette"
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box component="h2" id={titleId} sx={hidden}>
        {t('Find anything')}
      </Box>
      {isOpen && (
        <Finder
          onClose={() => setOpen(false)}
          onLeave={() => {
            hasLed.current = true;
            setOpen(false);
          }}
        />
      )}
    </Dialog>
  );
}

const button = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  height: 32,
  px: '9px',
  font: 'inherit',
  color: 'text.secondary',
  bgcolor: 'background.default',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  cursor: 'pointer',
  '& svg': { fontSize: 17 },
  '& kbd': {
    fontFamily: 'inherit',
    fontSize: 11,
    border: 1,
    borderColor: 'divider',
    borderRadius: '4px',
    px: '4px',
    bgcolor: 'background.paper',
  },
} as const;
