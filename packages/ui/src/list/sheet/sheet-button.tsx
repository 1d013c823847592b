import SheetIcon from '@mui/icons-material/GridOnOutlined';
import type { ModelSchema } from '@grimoire/protocol';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext } from 'react-admin';
import { useShownColumns } from '../columns/column-choice.ts';
import { useMayChange } from '../rows/editable.ts';
import { t } from '../../texts/text.ts';
import { useSheet } from './sheet-context.tsx';

/** Makes the list a sheet, and a list again. Not for fingers: they have the window of a cell. */
export function SheetButton({ schema }: { readonly schema: ModelSchema }) {
  const sheet = useSheet();
  const { data = [] } = useListContext();
  const columns = useShownColumns(schema);
  const mayChange = useMayChange(schema);
  const isTouched = useMediaQuery('(pointer: coarse)', { noSsr: true });
  if (!sheet || isTouched || data.length === 0 || !columns.some(mayChange)) return null;
  const isOn = sheet.start !== null;
  return (
    <Button
      size="small"
      aria-pressed={isOn}
      color={isOn ? 'primary' : 'inherit'}
      sx={isOn ? { bgcolor: 'action.selected' } : {}}
      startIcon={<SheetIcon />}
      title={t('Edit the list as a sheet')}
      onClick={() => (isOn ? sheet.end() : sheet.begin({}))}
    >
      {t('Sheet')}
    </Button>
  );
}
