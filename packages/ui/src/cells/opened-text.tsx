import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore';
import UnfoldLessIcon from '@mui/icons-material/UnfoldLess';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { t } from '../texts/text.ts';
import { mostShown } from './cut-values.ts';

const closed = { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const open = { flex: 1, minWidth: 300, py: '10px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const key = { whiteSpace: 'nowrap' } as const;

interface OpenedTextProps {
  readonly text: string;
  /** The name of its field. */
  readonly label: string;
  /** For a text of one word: what is shown at first. */
  readonly closedText?: string;
}

/** A text that is longer than its line, with a button that shows all of it in its place. */
export function OpenedText({ text, label, closedText }: OpenedTextProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: isOpen && closedText === undefined ? 'flex-start' : 'center', gap: '4px' }}>
      <Box component="span" sx={closedText === undefined ? (isOpen ? open : closed) : key}>
        <bdi>{isOpen ? shortened(text, mostShown) : (closedText ?? shortened(text.replaceAll(/\s+/g, ' '), 160))}</bdi>
      </Box>
      <IconButton
        size="small"
        aria-label={t('All of %{label}', { label })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ flex: 'none', mt: isOpen && closedText === undefined ? '6px' : 0 }}
      >
        {isOpen ? <UnfoldLessIcon sx={{ fontSize: 15 }} /> : <UnfoldMoreIcon sx={{ fontSize: 15 }} />}
      </IconButton>
    </Box>
  );
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
