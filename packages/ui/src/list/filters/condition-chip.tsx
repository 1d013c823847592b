import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { ConditionEditor } from './condition-editor.tsx';
import type { Filters, Told } from './conditions.ts';
import { ToldValues } from './told-values.tsx';

interface ConditionChipProps {
  readonly condition: Told;
  readonly onRemove: () => void;
  /** Receives the filters that replace those of the condition. */
  readonly onChange: (filters: Filters) => void;
}

/** A condition of a list as field, operator and value. It opens an editor, if the bar can make such conditions. */
export function ConditionChip({ condition, onRemove, onChange }: ConditionChipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { label, words, values, known } = condition;
  const parts = (
    <>
      <span>{label}</span>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {words}
      </Box>
      {values.length > 0 && (
        <Box component="span" sx={{ fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          <ToldValues condition={condition} />
        </Box>
      )}
    </>
  );
  return (
    <Box component="fieldset" aria-label={`Filter by ${label}`} sx={chip}>
      {known ? (
        <ButtonBase aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)} sx={text}>
          {parts}
        </ButtonBase>
      ) : (
        <Box sx={text}>{parts}</Box>
      )}
      <ButtonBase aria-label={`Remove the filter by ${label}`} onClick={onRemove} sx={cross}>
        <CloseIcon />
      </ButtonBase>
      {anchor && known && (
        <ConditionEditor
          anchor={anchor}
          filterable={known.filterable}
          condition={condition}
          onClose={() => setAnchor(null)}
          onApply={(filters) => {
            setAnchor(null);
            onChange(filters);
          }}
        />
      )}
    </Box>
  );
}

const chip = {
  p: 0,
  m: 0,
  display: 'inline-flex',
  height: 28,
  maxWidth: '100%',
  minWidth: 0,
  fontSize: 12.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: '6px',
  bgcolor: 'background.paper',
  overflow: 'hidden',
} as const;

const text = {
  display: 'flex',
  minWidth: 0,
  font: 'inherit',
  whiteSpace: 'nowrap',
  '& > *': { px: '8px', height: '100%', display: 'block', lineHeight: '26px' },
  '& > * + *': { borderLeft: 1, borderColor: 'divider' },
} as const;

const cross = {
  px: '6px',
  color: 'text.disabled',
  borderLeft: 1,
  borderColor: 'divider',
  '& svg': { fontSize: 14 },
  '&:hover': { color: 'text.primary' },
} as const;
