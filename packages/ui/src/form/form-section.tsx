import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useId, useState } from 'react';
import { Panel } from '../layout/panel.tsx';
import { isSwitch, type PlacedField, type PlacedSection } from './form-layout.ts';

interface FormSectionProps {
  readonly section: PlacedSection;
  /** How often a save has failed. */
  readonly attempts?: number;
  /** The number of inputs in it that have a message: these are shown after an attempt. */
  readonly troubles?: number;
  readonly children: (placed: PlacedField) => ReactNode;
}

/** Fields that belong together; nothing where none of them is shown. */
export function FormSection({ section: { title, help, isCollapsed, fields }, attempts = 0, troubles = 0, children }: FormSectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(!isCollapsed);
  const [seen, setSeen] = useState(attempts);
  if (seen !== attempts) {
    setSeen(attempts);
    if (troubles > 0) setOpen(true);
  }
  const shown = fields.map((placed) => [placed, children(placed)] as const).filter(([, content]) => content !== null);
  if (shown.length === 0) return null;
  const fold = { id, isOpen, onToggle: () => setOpen(!isOpen) };
  return (
    <Panel
      title={isCollapsed && title !== undefined ? <Fold {...fold}>{title}</Fold> : title}
      {...(title === undefined ? {} : { label: title })}
      isFlush
    >
      <Box id={id} sx={isOpen ? { p: 2, pt: title === undefined ? 1.5 : 1 } : { display: 'none' }}>
        {help !== undefined && (
          <Box sx={{ color: 'text.secondary', pt: 0.5, pb: 1, maxWidth: '70ch' }}>
            <bdi>{help}</bdi>
          </Box>
        )}
        <Box sx={grid}>
          {shown.map(([{ field, width }, content]) => (
            <Box key={field.name} sx={{ ...(isSwitch(field) ? inMiddle : {}), gridColumn: { md: `span ${spans[width]}` }, minWidth: 0 }}>
              {content}
            </Box>
          ))}
        </Box>
      </Box>
    </Panel>
  );
}

interface FoldProps {
  /** The id of what is opened. */
  readonly id: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

function Fold({ id, isOpen, onToggle, children }: FoldProps) {
  return (
    <ButtonBase aria-expanded={isOpen} aria-controls={id} onClick={onToggle} sx={{ font: 'inherit', gap: 0.5, borderRadius: 1 }}>
      {children}
      <ExpandMoreIcon fontSize="small" sx={{ color: 'text.secondary', transform: isOpen ? 'rotate(180deg)' : 'none' }} />
    </ButtonBase>
  );
}

/** A switch stands in the middle beside an input whose label is above. */
const inMiddle = { alignSelf: 'center' } as const;

/** The columns that a field takes. */
const spans = { full: 6, half: 3, third: 2 } as const;

/** Six columns, of which the fields take two, three or all. */
const grid = {
  display: 'grid',
  gap: '0 16px',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(6, minmax(0, 1fr))' },
  alignItems: 'start',
  width: '100%',
} as const;
