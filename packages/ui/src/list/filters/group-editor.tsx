import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { Fragment, useId, useState } from 'react';
import { KeptBeside, useKeptInput } from '../../form/kept-input.tsx';
import { AddFilter } from './add-filter.tsx';
import { ConditionChips } from './condition-chips.tsx';
import type { Filterable } from './filterable.ts';
import type { Group } from './groups.ts';
import { t } from '../../texts/text.ts';

interface GroupEditorProps {
  readonly schema: ModelSchema;
  readonly filterables: readonly Filterable[];
  /** The alternatives that are changed; undefined for new ones. */
  readonly group: Group | undefined;
  readonly onClose: () => void;
  readonly onApply: (group: Group) => void;
}

/** Asks for alternatives: within each, a row meets all conditions. */
export function GroupEditor({ schema, filterables, group, onClose, onApply }: GroupEditorProps) {
  const [before] = useState<Group>(() => group ?? { kind: 'any', alternatives: [{}, {}] });
  const [kind, setKind] = useState(before.kind);
  const [alternatives, setAlternatives] = useState(before.alternatives);
  const guard = useKeptInput(onClose);
  const title = useId();
  const isMade = alternatives.some((one) => Object.keys(one).length > 0);
  return (
    <Dialog open {...guard.ofWindow} aria-labelledby={title} maxWidth="md" fullWidth>
      <DialogTitle id={title}>{t('Alternatives')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <TextField
          select
          value={kind}
          onChange={(event) => setKind(event.target.value === 'none' ? 'none' : 'any')}
          slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('Rows that match') } }}
          sx={{ maxWidth: 320 }}
        >
          <option value="any">{t('Rows that match any of these')}</option>
          <option value="none">{t('Rows that match none of these')}</option>
        </TextField>
        {alternatives.map((filters, index) => (
          // An alternative is its place.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            {index > 0 && <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>{t('or')}</Box>}
            <Box component="fieldset" aria-label={t('Alternative %{number}', { number: index + 1 })} sx={frame}>
              <ConditionChips
                schema={schema}
                filterables={filterables}
                filters={filters}
                onChange={(next) => setAlternatives(alternatives.with(index, next))}
              />
              <AddFilter filterables={filterables} filters={filters} onChange={(next) => setAlternatives(alternatives.with(index, next))} />
              {alternatives.length > 1 && (
                <IconButton
                  size="small"
                  aria-label={t('Remove alternative %{number}', { number: index + 1 })}
                  sx={{ ml: 'auto' }}
                  onClick={() => setAlternatives(alternatives.toSpliced(index, 1))}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              )}
            </Box>
          </Fragment>
        ))}
        <Box>
          <Button size="small" startIcon={<AddIcon />} onClick={() => setAlternatives([...alternatives, {}])}>
            {t('Add an alternative')}
          </Button>
        </Box>
        <KeptBeside kept={guard} isEntered={kind !== before.kind || alternatives !== before.alternatives} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="contained" disabled={!isMade} onClick={() => onApply({ kind, alternatives })}>
          {t('Apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const frame = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px',
  m: 0,
  p: 1,
  minWidth: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
} as const;
