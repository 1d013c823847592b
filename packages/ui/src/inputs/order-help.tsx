import Box from '@mui/material/Box';
import { t } from '../texts/text.ts';

/** For screen readers: how lines are moved, and where the last one went. */
export function OrderHelp({ id, said }: { readonly id: string; readonly said: string }) {
  return (
    <>
      <span id={id} hidden>
        {t('Arrow up and arrow down move it.')}
      </span>
      <Box component="output" sx={unseen}>
        {said}
      </Box>
    </>
  );
}

const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const;
