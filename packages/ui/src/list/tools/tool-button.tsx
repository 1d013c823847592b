import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';
import { type PlainText, t } from '../../texts/text.ts';

interface ToolButtonProps {
  /** The name of the tool, which is also that of its window. */
  readonly name: PlainText;
  /** What the button says, where it is more than the name. */
  readonly text?: string;
  readonly icon: ReactNode;
  readonly width: number;
  readonly children: ReactNode;
}

/** A button above a list, and the small window that it opens. The content is made anew each time. */
export function ToolButton({ name, text, icon, width, children }: ToolButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" startIcon={icon} onClick={(event) => setAnchor(event.currentTarget)}>
        {text ?? t(name)}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t(name), sx: { ...paper, width } } as object }}
      >
        {anchor && children}
      </Popover>
    </>
  );
}

const paper = { p: 1.5, maxWidth: '100vw', maxHeight: 480, mt: 0.5 } as const;
