import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import useAutocomplete from '@mui/material/useAutocomplete';
import { Fragment, type HTMLAttributes, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSidebarState } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { PickerTexts } from '../kinds/picker-option.tsx';
import { kindOf } from '../kinds/registry.ts';
import { hidden } from '../theme/hidden.ts';
import { isApple } from './apple.ts';
import { focusContent } from './focus.ts';
import { MarkedText } from './marked-text.tsx';
import { type Place, usePlaces } from './places.ts';
import { t } from '../texts/text.ts';

/** The event by which a button asks for the palette. */
const asked = 'grimoire:find';

/** The button that opens the palette. */
export function PaletteButton({ isWide }: { readonly isWide: boolean }) {
  return (
    <Box
      component="button"
      type="button"
      data-tour="find"
      aria-haspopup="dialog"
      {...(isWide ? {} : { 'aria-label': t('Find anything') })}
      onClick={() => window.dispatchEvent(new Event(asked))}
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
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', toggle);
    window.addEventListener(asked, open);
    return () => {
      window.removeEventListener('keydown', toggle);
      window.removeEventListener(asked, open);
    };
  }, []);
  return (
    <Dialog
      open={isOpen}
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

interface FinderProps {
  readonly onClose: () => void;
  /** Called before the page of a place is opened. */
  readonly onLeave: () => void;
}

function Finder({ onClose, onLeave }: FinderProps) {
  const [words, setWords] = useState('');
  const { places, isSearching, trouble } = usePlaces(words);
  const navigate = useNavigate();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [, setSidebar] = useSidebarState();
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete<Place>({
    id: 'palette',
    options: [...places],
    open: true,
    autoHighlight: true,
    clearOnBlur: false,
    filterOptions: (options) => options,
    getOptionLabel: ({ text }) => text,
    getOptionKey: ({ key }) => key,
    inputValue: words,
    onInputChange: (_, text, reason) => reason === 'input' && setWords(text),
    onChange: (_, place) => {
      if (!place) return;
      onLeave();
      if (!('run' in place)) return void navigate(place.to);
      // On a narrow screen the menu would cover what comes. Where a page is opened, the layout closes it.
      if (isNarrow) setSidebar(false);
      place.run();
    },
    onClose: (_, reason) => reason === 'escape' && onClose(),
  });
  const { ref, ...input } = getInputProps() as HTMLAttributes<HTMLInputElement> & { ref: RefObject<HTMLInputElement | null> };
  useEffect(() => ref.current?.focus(), [ref]);
  return (
    <Box {...getRootProps()}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
        <SearchIcon sx={{ color: 'text.disabled', fontSize: 18 }} />
        <InputBase
          fullWidth
          inputRef={ref}
          placeholder={t('A model, a row, or what to do')}
          inputProps={{ ...input, 'aria-label': t('Find') }}
          sx={{ fontSize: 15 }}
        />
      </Box>
      <Box component="ul" {...getListboxProps()} sx={list}>
        {places.map((place, index) => {
          const { key: _key, ...props } = getOptionProps({ option: place, index });
          const { group } = place;
          return (
            <Fragment key={place.key}>
              {group !== undefined && group !== places[index - 1]?.group && <Heading text={group} />}
              <Box component="li" {...props} sx={option}>
                <Option place={place} words={words} />
              </Box>
            </Fragment>
          );
        })}
      </Box>
      <Box component="output" sx={{ display: 'block', px: 2, py: 1, fontSize: 12, color: 'text.secondary' }}>
        {isSearching
          ? t('Searching…')
          : trouble
            ? trouble
            : places.length === 0
              ? t('Nothing was found.')
              : t('Arrow keys to choose, Enter to open or to do it.')}
      </Box>
    </Box>
  );
}

/** What the options below it have in common; each says of itself what it is. */
function Heading({ text }: { readonly text: string }) {
  return (
    <Box component="li" aria-hidden sx={heading}>
      {text}
    </Box>
  );
}

function Option({ place, words }: { readonly place: Place; readonly words: string }) {
  return (
    <>
      <Box aria-hidden sx={{ display: 'flex', color: 'text.disabled', '& svg': { fontSize: 17 } }}>
        {place.icon}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box title={place.text} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          <MarkedText text={place.text} words={words} />
        </Box>
        {/* The space keeps the label and the rest apart in the name of the option. */}
        {'more' in place && place.more && (
          <>
            {' '}
            <PickerTexts {...place.more} kindOf={kindOf} />
          </>
        )}
      </Box>
      <Box
        component="span"
        // On a phone its heading shows the same, which is not read.
        sx={(theme) => ({ ...kindOfPlace, ...('more' in place && place.more ? { [theme.breakpoints.down('sm')]: hidden } : {}) })}
      >
        {place.kind}
      </Box>
    </>
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

const list = { listStyle: 'none', m: 0, p: 0.75, maxHeight: 400, overflowY: 'auto' } as const;

const heading = { px: 1.25, pt: 1, pb: 0.5, fontSize: 12, fontWeight: 550, color: 'text.secondary' } as const;

const kindOfPlace = { marginLeft: 'auto', color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap' } as const;

const option = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  px: 1.25,
  py: 0.5,
  minHeight: 36,
  borderRadius: '6px',
  cursor: 'pointer',
  '&.Mui-focused, &:hover': { bgcolor: 'action.selected' },
} as const;
