import TourIcon from '@mui/icons-material/ExploreOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { focusContent } from '../layout/focus.ts';
import { t } from '../texts/text.ts';
import { tourAsked } from './tour.tsx';

/** Offers the tour on the home page, in the way of nothing. */
export function TourCard({ onDismiss }: { readonly onDismiss: () => void }) {
  const title = useId();
  const dismiss = (): void => {
    onDismiss();
    focusContent();
  };
  return (
    <Box component="section" aria-labelledby={title} sx={card}>
      <TourIcon sx={{ color: 'primary.main' }} />
      <Box sx={{ flex: '1 1 220px' }}>
        <Box id={title} component="h2" sx={{ m: 0, fontSize: 14, fontWeight: 620 }}>
          {t('New here?')}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{t('A tour of a minute shows where things are.')}</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="outlined" onClick={() => window.dispatchEvent(new Event(tourAsked))}>
          {t('Take the tour')}
        </Button>
        <Button onClick={dismiss}>{t('Dismiss')}</Button>
      </Box>
    </Box>
  );
}

const card = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '10px 14px',
  p: '12px 16px',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.paper',
} as const;
