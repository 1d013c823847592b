import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useEffect, useId, useState } from 'react';
import { isApple } from './apple.ts';
import { shortcuts, useHasKeys, useShortcuts } from './shortcuts.ts';
import { t } from '../texts/text.ts';

/** The event by which the account menu asks for the help. */
export const keysAsked = 'grimoire:keys';

/** The keys of the dashboard, shown by "?". */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  const title = useId();
  const [hasKeys, setHasKeys] = useHasKeys();
  useShortcuts({ '?': () => setOpen(true) });
  useEffect(() => {
    const open = (): void => setOpen(true);
    window.addEventListener(keysAsked, open);
    return () => window.removeEventListener(keysAsked, open);
  }, []);
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={title} maxWidth="sm" fullWidth>
      <DialogTitle id={title}>{t('Keys')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {shortcuts.map(({ where, keys }) => (
          <Box component="section" key={where}>
            <Typography component="h3" variant="subtitle2" sx={{ mb: 1, color: 'text.secondary' }}>
              {t(where)}
            </Typography>
            <Box component="dl" sx={list}>
              {keys.map(([key, what]) => (
                <Box key={key} sx={{ display: 'contents' }}>
                  <Box component="dt">
                    <kbd>{isApple() ? key.replace('Ctrl ', '⌘') : key}</kbd>
                  </Box>
                  <Box component="dd" sx={{ m: 0 }}>
                    {t(what)}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions sx={{ justifyContent: 'space-between', pl: 3 }}>
        <FormControlLabel
          control={<Switch checked={hasKeys} onChange={(_, isOn) => setHasKeys(isOn)} />}
          label={t('Use the keys that are a single character')}
        />
        <Button onClick={() => setOpen(false)}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const list = {
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  gap: '6px 12px',
  m: 0,
  '& kbd': { font: 'inherit', fontSize: 12, border: 1, borderColor: 'divider', borderRadius: '4px', px: '6px', py: '1px' },
} as const;
