import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import { focusIfLost } from '../../layout/focus.ts';

/**
 * Makes the form inert during a save, until it has the values of the answer: input during that time would be lost. (The form
 * itself stops submitting as soon as the row is read again, before its inlines are.) The input that had the focus gets it back.
 */
export function Held({ isHeld, children }: { readonly isHeld: boolean; readonly children: ReactNode }) {
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isHeld || !boxRef.current) return undefined;
    const [box, active] = [boxRef.current, document.activeElement];
    const wasInside = active instanceof HTMLElement && box.contains(active);
    box.inert = true;
    return () => {
      box.inert = false;
      // Not from the palette or a question, which may be open by now.
      if (wasInside) focusIfLost(active);
    };
  }, [isHeld]);
  return (
    <Box ref={boxRef} className="held" sx={{ width: '100%' }}>
      {children}
    </Box>
  );
}
