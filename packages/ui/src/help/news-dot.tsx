import Box from '@mui/material/Box';
import { hidden } from '../theme/hidden.ts';
import { t } from '../texts/text.ts';

/** A dot that says that there is something new, also to who does not see it; at the end of its line, or over the corner of the picture in a button. */
export function NewsDot({ isOver = false }: { readonly isOver?: boolean }) {
  return (
    <Box component="span" sx={isOver ? { ...dot, ...over } : { ...dot, ml: 1 }}>
      <Box component="span" sx={hidden}>
        {t('There is something new.')}
      </Box>
    </Box>
  );
}

const dot = { flex: 'none', position: 'relative', width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main' } as const;

const over = { position: 'absolute', top: 3, left: 28, outline: '2px solid', outlineColor: 'background.paper' } as const;
