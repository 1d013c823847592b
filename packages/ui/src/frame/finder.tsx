import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import type { Theme } from '@mui/material/styles';
import useAutocomplete from '@mui/material/useAutocomplete';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Fragment, type HTMLAttributes, type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useEvent, useSidebarState } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { PickerTexts } from '../kinds/picker-option.tsx';
import { kindOf } from '../kinds/registry.ts';
import { hidden } from '../theme/hidden.ts';
import { MarkedText } from './marked-text.tsx';
import { type Place, usePlaces } from './places.ts';
import { t } from '../texts/text.ts';

interface FinderProps {
  readonly onClose: () => void;
  /** Called before the page of a place is opened. */
  readonly onLeave: () => void;
}

/** The `which` of a key that ends the composition of a letter, as of Korean: Enter is then no answer. */
const composing = 229;

/** The input of the palette, and the places that what is typed leads to. */
export function Finder({ onClose, onLeave }: FinderProps) {
  const [words, setWords] = useState('');
  // Enter was pressed before anything was found, and no other key since.
  const [isHurried, setHurried] = useState(false);
  const { places, isSearching, isWhole, isPartial, trouble } = usePlaces(words);
  const open = useOpened(onLeave);
  const first = isHurried && isWhole && !isSearching ? places[0] : undefined;
  useEffect(() => {
    if (first) open(first);
  }, [first, open]);
  // Who has read that nothing was found, or that the service is not there, no longer waits for a page.
  if (isHurried && !isSearching && !first && !isPartial) setHurried(false);
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
    onInputChange: (_, text, reason) => {
      if (reason !== 'input') return;
      setWords(text);
      setHurried(false);
    },
    onChange: (_, place) => place && open(place),
    onClose: (_, reason) => reason === 'escape' && onClose(),
  });
  const { ref, ...input } = getInputProps() as HTMLAttributes<HTMLInputElement> & { ref: RefObject<HTMLInputElement | null> };
  useEffect(() => ref.current?.focus(), [ref]);
  return (
    <Box
      {...getRootProps({
        onKeyDown: ({ key, which }: KeyboardEvent) =>
          setHurried(key === 'Enter' && which !== composing && isSearching && places.length === 0),
      })}
    >
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
      <State isSearching={isSearching} trouble={trouble} isEmpty={places.length === 0} />
    </Box>
  );
}

/** @returns a function that opens the page of a place, or does what it stands for. */
function useOpened(onLeave: FinderProps['onLeave']): (place: Place) => void {
  const navigate = useNavigate();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [, setSidebar] = useSidebarState();
  return useEvent((place: Place): void => {
    onLeave();
    if (!('run' in place)) return void navigate(place.to);
    // On a narrow screen the menu would cover what comes. Where a page is opened, the layout closes it.
    if (isNarrow) setSidebar(false);
    place.run();
  });
}

interface StateProps {
  readonly isSearching: boolean;
  readonly trouble: string | null;
  readonly isEmpty: boolean;
}

/** How far the search is; where it is done, what can be done with the places. */
function State({ isSearching, trouble, isEmpty }: StateProps) {
  const rest = trouble ?? (isEmpty ? t('Nothing was found.') : t('Arrow keys to choose, Enter to open or to do it.'));
  return (
    <Box component="output" sx={{ display: 'block', px: 2, py: 1, fontSize: 12, color: 'text.secondary' }}>
      {isSearching ? t('Searching…') : rest}
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
