import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type MouseEvent, useState } from 'react';
import type { CountedList } from './choice-counts.ts';
import { ConditionEditor } from './condition-editor.tsx';
import type { Filters, Told } from './conditions.ts';
import { ToldValues } from './told-values.tsx';
import { t } from '../../texts/text.ts';

interface ConditionChipProps {
  readonly condition: Told;
  /** The list whose rows are counted beside values; undefined for no counts. */
  readonly counted: CountedList | undefined;
  readonly onRemove: () => void;
  /** Receives the filters that replace those of the condition. */
  readonly onChange: (filters: Filters) => void;
  /** Changes alternatives, which have an editor of their own. */
  readonly onGroup?: (() => void) | undefined;
}

/** A condition of a list as field, operator and value. It opens an editor, if the bar can make such conditions. */
export function ConditionChip({ condition, counted, onRemove, onChange, onGroup }: ConditionChipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { label, words, values, known, alternatives } = condition;
  const remove = (event: MouseEvent<HTMLElement>): void => {
    // The button that has the focus goes away.
    const chip = event.currentTarget.closest('fieldset');
    const next = chip?.nextElementSibling?.matches('fieldset') ? chip.nextElementSibling : chip?.parentElement;
    next?.querySelector<HTMLElement>(next.matches('fieldset') ? 'button' : '.add-filter')?.focus();
    onRemove();
  };
  const parts = (
    <>
      <span>{label}</span>
      {words !== '' && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t(words)}
        </Box>
      )}
      {alternatives && <Alternatives alternatives={alternatives} />}
      {values.length > 0 && (
        <Box component="span" sx={{ fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          <ToldValues condition={condition} />
        </Box>
      )}
    </>
  );
  return (
    <Box component="fieldset" aria-label={t('Filter by %{label}', { label })} data-chip={condition.names.join(' ')} sx={chip}>
      {known || (alternatives && onGroup) ? (
        <ButtonBase
          aria-haspopup="dialog"
          onClick={(event) => (alternatives && onGroup ? onGroup() : setAnchor(event.currentTarget))}
          sx={text}
        >
          {parts}
        </ButtonBase>
      ) : (
        <Box sx={text}>{parts}</Box>
      )}
      <ButtonBase aria-label={t('Remove the filter by %{label}', { label })} onClick={remove} sx={cross}>
        <CloseIcon />
      </ButtonBase>
      {anchor && known && (
        <ConditionEditor
          anchor={anchor}
          filterable={known.filterable}
          counted={counted}
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

/** Alternatives as one sentence. */
function Alternatives({ alternatives }: { readonly alternatives: readonly (readonly Told[])[] }) {
  return (
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {alternatives.map((conditions, index) => (
        <span key={conditions.map(({ names }) => names.join(' ')).join(',') + String(index)}>
          {index > 0 && ` ${t('or')} `}
          {conditions.map((condition, at) => (
            <span key={condition.names.join(' ')}>
              {at > 0 && ` ${t('and')} `}
              {`${condition.label} ${condition.words === '' ? '' : t(condition.words)} `}
              <b>
                <ToldValues condition={condition} />
              </b>
            </span>
          ))}
        </span>
      ))}
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
