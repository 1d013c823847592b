import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { t } from '../texts/text.ts';

/** On an element around a picker: the text of what is picked. Another text is no value. */
const picked = 'data-picked';

/** Marks an element as one around a picker. @param text the text of what is picked; empty where it may be several */
export function aroundPicker(text: string): Readonly<Record<typeof picked, string>> {
  return { [picked]: text };
}

/** What was entered in a part of the page and is not yet a value, in words that say what to do; undefined where nothing is. */
export function unfinishedIn(part: ParentNode | null | undefined): string | undefined {
  const inputs = [...(part?.querySelectorAll('input') ?? [])];
  if (inputs.some(({ validity }) => validity.badInput)) return t('Complete it, or empty it.');
  return inputs.some(isTyped) ? t('Choose from the list, or empty the text.') : undefined;
}

/** Whether the text of a picker is none of what is picked. */
function isTyped(input: HTMLInputElement): boolean {
  const text = input.closest(`[${picked}]`)?.getAttribute(picked);
  return typeof text === 'string' && input.value.trim() !== '' && input.value !== text;
}

type Check = (value: unknown) => string | undefined;

interface Entered {
  /** For an element around the input. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly validate: Check;
}

/**
 * The validator of an input, which refuses what is entered and not yet a value before it checks the value. The form asks it at every save, and also
 * when the input is left.
 */
export function useEntered(source: string, check?: Check): Entered {
  const box = useRef<HTMLDivElement>(null);
  const { trigger } = useFormContext();
  const { errors } = useFormState({ name: source });
  const isRefused = get(errors, `${source}.type`) === 'validate';
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const ask = (): void => void trigger(source);
    const leave = (): void => {
      if (isRefused || unfinishedIn(element) !== undefined) ask();
    };
    element.addEventListener('focusout', leave);
    // The form does not know of texts, and a picker shows what is picked only after the form has its key.
    const observer = new MutationObserver(ask);
    if (isRefused) observer.observe(element, { subtree: true, attributeFilter: ['value', picked] });
    return () => {
      element.removeEventListener('focusout', leave);
      observer.disconnect();
    };
  }, [isRefused, source, trigger]);
  const validate = useCallback((value: unknown) => unfinishedIn(box.current) ?? check?.(value), [check]);
  return { box, validate };
}
