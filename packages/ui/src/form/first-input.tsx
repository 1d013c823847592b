import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef } from 'react';

interface FirstInputProps {
  /** Whether a window asks for this value alone: it gets the focus whatever it is, and what is typed replaces its text. */
  readonly isOnly?: boolean;
}

/** Gives the focus to the first input beside it or in its form, where that takes text: a picker would open its list. */
export function FirstInput({ isOnly = false }: FirstInputProps) {
  // A keyboard on the glass would cover the form.
  const isTouched = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isTouched) return undefined;
    const part = isOnly ? place.current?.parentElement : place.current?.closest('form');
    const first = part?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, [role=combobox]');
    if (isOnly || first?.matches('input:not([role=combobox], [type=checkbox], [type=color]), textarea')) first?.focus();
    if (!isOnly || !first?.matches('input, textarea')) return undefined;
    const select = (): void => (first as HTMLInputElement).select();
    select();
    // A picker gets its text later.
    const observer = new MutationObserver(select);
    const leave = (): void => observer.disconnect();
    observer.observe(first, { attributeFilter: ['value'] });
    for (const event of ['keydown', 'pointerdown', 'blur']) first.addEventListener(event, leave, { once: true });
    return leave;
  }, [isTouched, isOnly]);
  return <span ref={place} hidden />;
}
