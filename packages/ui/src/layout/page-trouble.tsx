import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { PageHead } from './page-head.tsx';
import { messageOf } from './trouble.tsx';
import { t } from '../texts/text.ts';

/** Shown instead of a page that fails, or whose code could not be loaded: after an update of the service, it is there under other names. */
export function PageTrouble({ error }: { readonly error: unknown }) {
  const reload = (
    <Button color="inherit" size="small" onClick={() => window.location.reload()}>
      {t('Reload')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('This page could not be shown')} />
      <Alert severity="error" action={reload}>
        {t('The dashboard may have been updated since you opened it: reload the page. If that does not help, report this message:')}
        <Box sx={{ mt: 1, overflowWrap: 'anywhere' }}>{messageOf(error)}</Box>
      </Alert>
    </>
  );
}
