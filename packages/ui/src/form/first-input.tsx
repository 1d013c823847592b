import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef } from 'react';

/** Gives the focus to the first input of its form, where that takes text: a picker would open its list. */
export function FirstInput() {
  // A keyboard on the glass would cover the form.
  const isTouched = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isTouched) return;
    const first = place.current?.closest('form')?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, [role=combobox]');
    if (first?.matches('input:not([role=combobox], [type=checkbox], [type=color]), textarea')) first.focus();
  }, [isTouched]);
  return <span ref={place} hidden />;
}
