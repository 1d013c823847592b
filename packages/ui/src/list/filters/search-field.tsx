import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import { useEffect, useRef, useState } from 'react';
import { useEvent, useListContext } from 'react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { textOf } from '../../cells/value-text.ts';
import { useShortcuts } from '../../layout/shortcuts.ts';
import { type Filters, without } from './conditions.ts';
import type { Filterable } from './filterable.ts';
import { usePaste } from './use-paste.ts';
import { t } from '../../texts/text.ts';

/** Milliseconds without a key after which the list is searched. */
const pause = 350;

interface SearchFieldProps {
  readonly schema: ModelSchema;
  readonly filterables: readonly Filterable[] | undefined;
}

/** The search of a list; "/" goes to it. */
export function SearchField({ schema, filterables }: SearchFieldProps) {
  const { filterValues, setFilters } = useListContext();
  const searched = textOf((filterValues as Filters)['q']);
  const [text, setText] = useState(searched);
  const input = useRef<HTMLInputElement>(null);
  const [before, setBefore] = useState(searched);
  // The address was changed elsewhere, such as by the button that goes back.
  if (before !== searched) {
    setBefore(searched);
    setText(searched);
  }
  const search = useEvent((words: string) => {
    const { q: _q, ...others } = filterValues as Record<string, unknown>;
    setFilters(words === '' ? others : { ...others, q: words }, undefined);
  });
  const { count, onPaste } = usePaste({
    schema,
    filterables,
    onSearch: setText,
    onFilter: (made) => {
      setText('');
      setFilters({ ...without(filterValues as Filters, ['q']), ...made }, undefined);
    },
  });
  useEffect(() => {
    if (text.trim() === searched) return undefined;
    const timer = setTimeout(() => search(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, searched, search]);
  useShortcuts({ '/': () => input.current?.focus() });
  return (
    <Box sx={field}>
      <SearchIcon sx={{ fontSize: 17, color: 'text.disabled' }} />
      <InputBase
        inputRef={input}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') setText('');
        }}
        onPaste={onPaste}
        placeholder={
          count > 0 ? t('Looking for %{count} values …', { count }) : t('Search %{models}', { models: schema.verbose_name_plural })
        }
        inputProps={{ 'aria-label': t('Search'), enterKeyHint: 'search' }}
        sx={{ flex: 1, fontSize: 12.5 }}
      />
    </Box>
  );
}

const field = {
  display: 'flex',
  alignItems: 'center',
  gap: '7px',
  height: 28,
  width: { xs: '100%', sm: 210 },
  px: '8px',
  border: 1,
  borderColor: 'divider',
  borderRadius: '6px',
  bgcolor: 'background.paper',
  '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
} as const;
