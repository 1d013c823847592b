import { type RefObject, useEffect, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { get, useFormState } from 'react-hook-form';
import type { PlacedSection } from './form-layout.ts';
import { formName } from '../inputs/form-names.ts';

/** The number of inputs of these sections that have a message. */
export function useTroubleIn(): (sections: readonly PlacedSection[]) => number {
  const { errors } = useFormState();
  return (sections) => sections.flatMap(({ fields }) => fields).filter(({ field }) => Object.hasOwn(errors, formName(field.name))).length;
}

/** Failed attempts to save, and the element with the inputs. */
interface Attempts {
  readonly failed: number;
  readonly box: RefObject<HTMLDivElement | null>;
}

/**
 * Calls `open` (which sets the state of the same component) after each attempt to save that has failed, so that inputs with a message can be shown; the first of them then gets the focus.
 */
export function useFailedAttempts(open: () => void): Attempts {
  const box = useRef<HTMLDivElement>(null);
  const { submitCount, isSubmitSuccessful, errors } = useFormState();
  const failed = isSubmitSuccessful ? 0 : submitCount;
  const [seen, setSeen] = useState(0);
  if (failed !== seen) {
    setSeen(failed);
    if (failed > 0) open();
  }
  // An input that was not shown could not take the focus before.
  const focusInvalid = useEvent(() => {
    const { root: _root, ...ofInputs } = errors;
    if (Object.keys(ofInputs).length === 0) return;
    // Lines stand in the form after its sections.
    const looksInvalid = [...(box.current?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
    // A picker whose rows could not be read looks invalid too: it would open its list after a save that failed for another reason.
    const invalid = looksInvalid.filter((input) => {
      const name = input.getAttribute('name');
      return name === null || get(errors, name) !== undefined;
    });
    if (!invalid.some((input) => input === document.activeElement)) invalid[0]?.focus();
  });
  useEffect(() => {
    if (failed > 0) focusInvalid();
  }, [failed, focusInvalid]);
  return { failed, box };
}
