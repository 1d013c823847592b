import Box from '@mui/material/Box';
import type { ModalProps } from '@mui/material/Modal';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { t } from '../texts/text.ts';

/** What a window that asks for input keeps of a click beside it. */
export interface KeptInput {
  /** For its `Dialog` or `Popover`. */
  readonly ofWindow: Pick<ModalProps, 'onMouseDown'> & { readonly onClose: NonNullable<ModalProps['onClose']> };
  /** Says whether something was entered. */
  readonly setThere: (isThere: boolean) => void;
  /** How often a click beside it was refused. */
  readonly refusals: number;
}

/**
 * A click beside a window that asks for input closes it only while nothing was entered. Escape and “Cancel” discard what was entered, as ever.
 * The window shows {@link KeptBeside} or {@link KeptBesideForm}.
 */
export function useKeptInput(onClose: () => void): KeptInput {
  const isThere = useRef(false);
  const [refusals, setRefusals] = useState(0);
  const setThere = useCallback((now: boolean) => {
    isThere.current = now;
  }, []);
  return {
    ofWindow: {
      onClose: (_event, reason) => {
        if (reason === 'backdropClick' && isThere.current) setRefusals((before) => before + 1);
        else onClose();
      },
      // The keyboard stays in the input.
      onMouseDown: (event: MouseEvent) => {
        if (isThere.current && event.target instanceof Element && event.target.matches('.MuiBackdrop-root, .MuiDialog-container'))
          event.preventDefault();
      },
    },
    setThere,
    refusals,
  };
}

interface KeptProps {
  readonly kept: KeptInput;
}

/** Beside the buttons of a window: why a click beside it has not closed it. @param isEntered whether something was entered */
export function KeptBeside({ kept: { setThere, refusals }, isEntered }: KeptProps & { readonly isEntered: boolean }) {
  useEffect(() => {
    setThere(isEntered);
    return () => setThere(false);
  }, [setThere, isEntered]);
  if (!isEntered || refusals === 0) return null;
  return (
    // Each refusal has an element of its own, which a screen reader says again.
    <Box key={refusals} role="alert" sx={{ color: 'warning.main', minWidth: 0, overflowWrap: 'anywhere' }}>
      {t('What you entered is still here. To leave without it, choose “Cancel”.')}
    </Box>
  );
}

/** {@link KeptBeside}, within the form of the window. */
export function KeptBesideForm(props: KeptProps) {
  const { isDirty } = useFormState();
  return <KeptBeside {...props} isEntered={isDirty} />;
}
