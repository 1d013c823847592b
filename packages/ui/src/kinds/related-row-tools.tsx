import type { Key, ModelSummary } from '@grimoire/protocol';
import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useContext } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { RelatedRowsContext } from '../inputs/related-rows-context.ts';
import { textOf } from '../cells/value-text.ts';
import type { InputProps } from './field-kind.ts';
import { t } from '../texts/text.ts';

interface RelatedRowToolsProps {
  readonly common: Pick<InputProps, 'source' | 'label'>;
  /** The model of the rows that are picked. */
  readonly target: ModelSummary;
  /** Whether several rows are picked: a new one joins them. */
  readonly areSeveral?: boolean;
  /** Called when the row that is picked was changed, and when a row has joined those that are picked. */
  readonly onChanged?: () => void;
}

/** Makes the row that a picker lacks, and changes the one that it has, without leaving the form. */
export function RelatedRowTools({ common: { source, label }, target, areSeveral = false, onChanged }: RelatedRowToolsProps) {
  const { model, verbose_name: name, permissions } = target;
  const rows = useContext(RelatedRowsContext);
  const { getValues, setValue } = useFormContext();
  const value: unknown = useWatch({ name: source });
  if (!rows) return null;
  const add = async (): Promise<void> => {
    const id = await rows.open(model);
    if (id === null) return;
    const others: unknown = getValues(source);
    const picked = areSeveral ? [...(Array.isArray(others) ? (others as unknown[]) : []), id] : id;
    setValue(source, picked, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    if (areSeveral) onChanged?.();
  };
  const change = async (): Promise<void> => {
    if ((await rows.open(model, value as Key)) !== null) onChanged?.();
  };
  const isChangeable = !areSeveral && permissions.change && textOf(value) !== '';
  return (
    <Box className="picker-tools" sx={tools}>
      {isChangeable && (
        <IconButton
          size="small"
          aria-label={t('Change this %{model} (%{field})', { model: name, field: label })}
          onClick={() => void change()}
        >
          <EditIcon />
        </IconButton>
      )}
      {permissions.add && (
        <IconButton size="small" aria-label={t('New %{model} (%{field})', { model: name, field: label })} onClick={() => void add()}>
          <AddIcon />
        </IconButton>
      )}
    </Box>
  );
}

export const pickerBox = { position: 'relative' } as const;

/** In the line of the label. */
const tools = {
  position: 'absolute',
  top: '5px',
  right: 0,
  zIndex: 2,
  display: 'flex',
  '& .MuiIconButton-root': { p: '2px' },
  '& svg': { fontSize: 15 },
} as const;
