import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import type { KeyboardEvent } from 'react';
import { isApple } from '../../layout/apple.ts';
import { t } from '../../texts/text.ts';
import { colors, radius, shadows } from '../../theme/tokens.ts';
import { countOf, type Edits, type History } from './edits.ts';

/** "12 cells in 5 rows". */
export function cellsText(edits: Edits): string {
  const { cells, rows } = countOf(edits);
  return t('%{cells} in %{count} row |||| %{cells} in %{count} rows', {
    cells: t('%{count} cell |||| %{count} cells', { count: cells }),
    count: rows,
  });
}

/** What the sheet tells: what was left out, or why nothing was saved. */
export interface Told {
  readonly text: string;
  readonly isTrouble?: boolean;
}

interface SheetBarProps {
  readonly history: History;
  readonly told: Told | null;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  /** Gives the keyboard back to the cells. */
  readonly onBack: () => void;
}

/** How many cells are changed, and what becomes of them. It floats over the last rows, as that of a selection does. */
export function SheetBar({ history, told, isBusy, onUndo, onDiscard, onSave, onBack }: SheetBarProps) {
  const isChanged = history.now.size > 0;
  const isOpen = isChanged || told !== null;
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onBack();
  };
  return (
    <Box
      role="toolbar"
      aria-label={t('Sheet')}
      data-open={isOpen}
      data-sheet-bar
      onKeyDown={press}
      sx={{ ...bar, visibility: isOpen ? 'visible' : 'hidden' }}
    >
      {isChanged && (
        <Box component="span" sx={{ px: 0.5 }}>
          {cellsText(history.now)}
        </Box>
      )}
      <Box
        component="output"
        sx={{
          color: told?.isTrouble === true ? 'error.main' : 'text.secondary',
          fontWeight: 450,
          px: told ? 0.5 : 0,
          overflowWrap: 'anywhere',
        }}
      >
        {told?.text}
      </Box>
      {isChanged && (
        <>
          <Button size="small" disabled={history.past.length === 0 || isBusy} onClick={onUndo}>
            {t('Undo')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={onDiscard}>
            {t('Discard')}
          </Button>
          <Button size="small" variant="contained" disabled={isBusy} title={isApple() ? '⌘S' : 'Ctrl S'} onClick={onSave} data-save>
            {t('Save')}
          </Button>
        </>
      )}
    </Box>
  );
}

const bar = {
  position: 'absolute',
  bottom: 16,
  left: '50%',
  transform: 'translateX(-50%)',
  width: 'max-content',
  maxWidth: 'calc(100% - 32px)',
  zIndex: 5,
  p: '5px 8px',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.5,
  fontWeight: 550,
  borderRadius: `${radius.large}px`,
  border: 1,
  borderColor: 'divider',
  bgcolor: (theme: Theme) => colors[theme.palette.mode].raised,
  boxShadow: (theme: Theme) => shadows[theme.palette.mode].floating,
  // Above that of a selection.
  '[role=toolbar][data-open=true] ~ &': { bottom: 72 },
} as const;
