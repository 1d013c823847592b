import Button from '@mui/material/Button';
import { useOnline } from './online.ts';
import { t } from '../texts/text.ts';

/** Loads the page again. Without a connection there would be no page then: it can not be clicked. */
export function ReloadButton() {
  const isOnline = useOnline();
  return (
    <Button color="inherit" size="small" disabled={!isOnline} onClick={() => window.location.reload()}>
      {t('Reload')}
    </Button>
  );
}
