import { useLayoutEffect } from 'react';
import { useEvent } from 'react-admin';
import { useStored } from '../store/use-stored.ts';
import type { PlainText } from '../texts/text.ts';

/** Whether this person uses single keys; a speech input or a tremor may press them by mistake (WCAG 2.1.4). */
export function useHasKeys(): [hasKeys: boolean, set: (hasKeys: boolean) => void] {
  return useStored<boolean>('keys', true, (value) => typeof value === 'boolean');
}

/** Calls the function of a key that is pressed where keys are no text, and where no dialog or menu has the keyboard. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, isOn = true): void {
  const [hasKeys] = useHasKeys();
  const press = useEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
    const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  });
  // Before the page is painted: a key that is pressed once the rows are there is not lost.
  useLayoutEffect(() => {
    if (!isOn || !hasKeys) return undefined;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn, hasKeys, press]);
}

/** Whether a dialog or a menu is open above the page. */
export function isOverlaid(): boolean {
  return document.querySelector('.MuiModal-root:not(.MuiModal-hidden), .MuiAutocomplete-popper') !== null;
}

/** Whether the element with the focus takes keys as text, or something is open above the page. */
function isTaken(target: EventTarget | null): boolean {
  if (isOverlaid()) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isTick = target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || (!isTick && target.closest('input, textarea, select, [role=combobox]') !== null);
}

/** What keys do, for the help. */
export const shortcuts: readonly { readonly where: PlainText; readonly keys: readonly (readonly [keys: string, what: PlainText])[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      ['Ctrl K', 'Find anything'],
      ['?', 'Show these keys'],
    ],
  },
  {
    where: 'In a list',
    keys: [
      ['/', 'Search'],
      ['j', 'To the next row'],
      ['k', 'To the row before'],
      ['Enter', 'Open the row'],
      ['x', 'Select the row'],
      ['e', 'Change a value of the row'],
      ['c', 'Copy the first value of the row'],
      ['n', 'New row'],
      ['Shift F10', 'On the head of a column: sort, pin, fit, hide'],
      ['Esc', 'Select nothing'],
    ],
  },
  {
    where: 'On the page of a row',
    keys: [
      ['Ctrl S', 'Save, and stay'],
      ['j', 'To the next row of the list'],
      ['k', 'To the row before'],
      ['u', 'Back to the list'],
    ],
  },
];
