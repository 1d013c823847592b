import Box from '@mui/material/Box';
import type { ModalProps } from '@mui/material/Modal';
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { unfinishedIn } from '../inputs/entered.ts';
import { t } from '../texts/text.ts';

/** What a window that asks for input keeps of a click beside it. */
export interface KeptInput {
  /** For its `Dialog` or `Popover`. */
  readonly ofWindow: Pick<ModalProps, 'onMouseDown'> & {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onClose: NonNullable<ModalProps['onClose']>;
  };
  /** Says whether something was entered. */
  readonly setThere: (isThere: boolean) => void;
  /** Whether something was entered, also what is no value yet. */
  readonly isEntered: () => boolean;
  /** How often a click beside it was refused. */
  readonly refusals: number;
  /** Whether what was refused then was no value yet. */
  readonly isUnfinished: boolean;
}

/**
 * A click beside a window that asks for input closes it only while nothing was entered. Escape and “Cancel” discard what was entered, as ever.
 * The window shows {@link KeptBeside} or {@link KeptBesideForm}.
 */
export function useKeptInput(onClose: () => void): KeptInput {
  const isThere = useRef(false);
  const ref = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  const [isUnfinished, setUnfinished] = useState(false);
  const setThere = useCallback((now: boolean) => {
    isThere.current = now;
  }, []);
  const isEntered = (): boolean => isThere.current || unfinishedIn(ref.current) !== undefined;
  return {
    ofWindow: {
      ref,
      onClose: (_event, reason) => {
        if (reason === 'backdropClick' && isEntered()) {
          setRefusals((before) => before + 1);
          setUnfinished(!isThere.current);
        } else onClose();
      },
      // The keyboard stays in the input.
      onMouseDown: (event: MouseEvent) => {
        if (isEntered() && event.target instanceof Element && event.target.matches('.MuiBackdrop-root, .MuiDialog-container'))
          event.preventDefault();
      },
    },
    setThere,
    isEntered,
    refusals,
    isUnfinished,
  };
}

interface KeptProps {
  readonly kept: KeptInput;
}

/** Beside the buttons of a window: why a click beside it has not closed it. @param isEntered whether something was entered */
export function KeptBeside({ kept: { setThere, refusals, isUnfinished }, isEntered }: KeptProps & { readonly isEntered: boolean }) {
  useEffect(() => {
    setThere(isEntered);
    return () => setThere(false);
  }, [setThere, isEntered]);
  if (!(isEntered || isUnfinished) || refusals === 0) return null;
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
