import InputBase from '@mui/material/InputBase';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useState } from 'react';
import { useListContext } from 'react-admin';
import { latinDigits } from '../../texts/latin-digits.ts';
import { t } from '../../texts/text.ts';

/** The number of pages from which one goes to a page by its number. */
const fromPages = 8;

/** Asks for the number of a page, where there are too many for buttons. */
export function PageJump() {
  const { page, perPage, total = 0, setPage } = useListContext();
  const [text, setText] = useState('');
  const pages = Math.ceil(total / perPage);
  if (pages < fromPages) return null;
  const wanted = Number(latinDigits(text));
  const isPage = Number.isInteger(wanted) && wanted >= 1 && wanted <= pages;
  const go = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isPage) return;
    setText('');
    if (wanted !== page) setPage(wanted);
  };
  return (
    <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 12.5, color: 'text.secondary', ml: 'auto' }}>
      {t('Go to page')}
      <InputBase
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={go}
        error={text !== '' && !isPage}
        inputProps={{ inputMode: 'numeric', 'aria-invalid': text !== '' && !isPage }}
        sx={field}
      />
    </Box>
  );
}

const field = {
  width: 64,
  height: 26,
  px: '6px',
  fontSize: 12.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: '6px',
  '&.Mui-focused': { borderColor: 'primary.main' },
  '&.Mui-error': { borderColor: 'error.main' },
} as const;
