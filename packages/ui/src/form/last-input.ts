import { type RefObject, useEffect } from 'react';

const inputs = 'input:not([type=hidden]), textarea, [role=combobox]';

/** The name of the input that an element is: a picker has it in the class of its box. */
function nameOf(input: HTMLElement): string | undefined {
  const box = input.closest('.ra-input');
  return input.getAttribute('name') ?? [...(box?.classList ?? [])].find((one) => one.startsWith('ra-input-'))?.slice('ra-input-'.length);
}

/** Keeps the name of the input that had the keyboard last, in the form around an element. */
export function useLastInput(place: RefObject<HTMLElement | null>, last: RefObject<string | undefined>): void {
  useEffect(() => {
    const form = place.current?.closest('form');
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.matches(inputs)) last.current = nameOf(target);
    };
    form?.addEventListener('focusin', remember);
    return () => form?.removeEventListener('focusin', remember);
  }, [place, last]);
}

/** Gives an input of a form the keyboard, with its text selected: what is typed replaces it. @returns whether it is there. */
export function focusInput(form: HTMLFormElement | null | undefined, name: string): boolean {
  const input = [...(form?.querySelectorAll<HTMLElement>(inputs) ?? [])].find((one) => one.tabIndex >= 0 && nameOf(one) === name);
  input?.focus();
  if (input?.matches('input, textarea') === true) (input as HTMLInputElement).select();
  return input !== undefined;
}
