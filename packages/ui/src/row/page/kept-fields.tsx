import PinIcon from '@mui/icons-material/PushPinOutlined';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useHasInput } from '../../form/field-input.tsx';
import { madeKeysOf } from '../../schema/key-fields.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { isTexts, useStored } from '../../store/use-stored.ts';
import { t } from '../../texts/text.ts';
import type { RowValues } from '../save/save-row.ts';

/** The names of the fields whose values the next new row of a model begins with, and a function that changes them. */
export function useKeptFields({ model }: ModelSchema): [names: readonly string[], set: (names: readonly string[]) => void] {
  return useStored<readonly string[]>(`kept.${model}`, [], isTexts);
}

/** The values of a row that are kept for the next one. */
export function keptOf(values: RowValues, kept: readonly string[]): RowValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => kept.includes(name)));
}

interface KeptFieldsProps {
  readonly schema: ModelSchema;
  readonly kept: readonly string[];
  readonly onKeep: (names: readonly string[]) => void;
}

/** Marks the fields whose values the next new row begins with. */
export function KeptFields({ schema, kept, onKeep }: KeptFieldsProps) {
  const hasInput = useHasInput();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const keys = madeKeysOf(schema);
  const isOffered = (field: FieldSchema): boolean => hasInput(field) && !keys.has(field.name) && field.write_only !== true;
  const fields = schema.fields.filter(isOffered);
  const turn = (name: string): void => onKeep(kept.includes(name) ? kept.filter((one) => one !== name) : [...kept, name]);
  const text = t('Keep for the next one');
  return (
    <>
      <IconButton
        aria-label={text}
        aria-haspopup="menu"
        title={text}
        color={fields.some(({ name }) => kept.includes(name)) ? 'primary' : 'default'}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PinIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': text } }}>
        <ListSubheader component="li" role="presentation" sx={{ lineHeight: 2.5 }}>
          {text}
        </ListSubheader>
        {fields.map((field) => (
          <MenuItem
            key={field.name}
            dense
            role="menuitemcheckbox"
            aria-checked={kept.includes(field.name)}
            onClick={() => turn(field.name)}
          >
            <Checkbox
              size="small"
              edge="start"
              checked={kept.includes(field.name)}
              tabIndex={-1}
              disableRipple
              aria-hidden
              sx={{ p: 0.5 }}
            />
            {labelOf(field)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
