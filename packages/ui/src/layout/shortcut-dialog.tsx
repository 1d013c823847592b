import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { isApple } from './apple.ts';
import { useHasKeys } from './shortcuts.ts';
import { type PlainText, t } from '../texts/text.ts';

interface ShortcutDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What the keys do, and whether those that are a single character are used. */
export function ShortcutDialog({ isOpen, onClose }: ShortcutDialogProps) {
  const title = useId();
  const [hasKeys, setHasKeys] = useHasKeys();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={title} maxWidth="sm" fullWidth>
      <DialogTitle id={title}>{t('Keys')}</DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2 }}>
        {shortcuts.map(({ where, keys }) => (
          <Box component="section" key={where}>
            <Typography component="h3" variant="subtitle2" sx={{ mb: 1, color: 'text.secondary' }}>
              {t(where)}
            </Typography>
            <Box component="dl" sx={list}>
              {keys.map(([key, what]) => (
                <Box key={key} sx={{ display: 'contents' }}>
                  <Box component="dt">
                    <kbd>{isApple() ? key.replaceAll('Ctrl ', '⌘') : key}</kbd>
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
        <Button onClick={onClose}>{t('Close')}</Button>
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

/** What keys do. */
const shortcuts: readonly { readonly where: PlainText; readonly keys: readonly (readonly [keys: string, what: PlainText])[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      ['Ctrl K', 'Find anything'],
      ['z', 'Undo the last change'],
      ['?', 'Show these keys'],
    ],
  },
  {
    where: 'In a list',
    keys: [
      ['/', 'Search'],
      ['j', 'To the next row'],
      ['k', 'To the row before'],
      ['Enter', 'Open the row'],
      ['x', 'Select the row'],
      ['e', 'Change a value of the row'],
      ['← ↑ ↓ →', 'Edit the list as a sheet'],
      ['c', 'Copy the first value of the row'],
      ['n', 'New row'],
      ['Shift F10', 'On the head of a column: sort, pin, fit, hide'],
      ['Esc', 'Select nothing'],
    ],
  },
  {
    where: 'In a sheet',
    keys: [
      ['Enter', 'Edit the cell, and go down'],
      ['Ctrl C, Ctrl V', 'Copy cells, or paste them'],
      ['Ctrl D', 'Fill down'],
      ['Ctrl Z', 'Take back the last step'],
      ['Ctrl S', 'Save all changed cells'],
      ['Esc', 'Back to the list'],
    ],
  },
  {
    where: 'On the page of a row',
    keys: [
      ['Ctrl S', 'Save, and stay'],
      ['Ctrl ↵', 'Save, and go on with the next row or a new one'],
      ['j', 'To the next row of the list'],
      ['k', 'To the row before'],
      ['u', 'Back to the list'],
    ],
  },
];
