import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'react-admin';
import { t } from '../texts/text.ts';

/** SQL statements, with a button that copies them. */
export function Statements({ text }: { readonly text: string }) {
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(t('Copied.'), { type: 'success' });
    } catch {
      // Without HTTPS there is no clipboard.
      notify(t('The browser does not let this page copy: select the text and copy it.'), { type: 'warning' });
    }
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', my: 1 }}>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t('Statements')}
        sx={{ flex: 1, minWidth: 0, overflowX: 'auto', m: 0, p: 1, borderRadius: 1, bgcolor: 'action.hover' }}
      >
        {text}
      </Box>
      <Button size="small" startIcon={<CopyIcon />} onClick={() => void copy()}>
        {t('Copy')}
      </Button>
    </Box>
  );
}
