import Box from '@mui/material/Box';
import { hidden } from '../theme/hidden.ts';
import { t } from '../texts/text.ts';

/** For screen readers: how lines are moved, and where the last one went. */
export function OrderHelp({ id, said }: { readonly id: string; readonly said: string }) {
  return (
    <>
      <span id={id} hidden>
        {t('Arrow up and arrow down move it.')}
      </span>
      <Box component="output" sx={hidden}>
        {said}
      </Box>
    </>
  );
}
