import { useLayoutEffect } from 'react';
import { useEvent } from 'react-admin';
import { useStored } from '../store/use-stored.ts';

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

/** Whether a dialog, a menu or the options of a picker are open above the page. */
export function isOverlaid(): boolean {
  return isBehindWindow() || document.querySelector('.MuiAutocomplete-popper') !== null;
}

/** Whether a dialog or a menu has the keyboard. One that is closed and still fades out has not. */
export function isBehindWindow(): boolean {
  return [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')].some((window) => !isClosing(window));
}

/** What keeps the keyboard in a window of Material UI stands before and after its content, and can be reached for as long as the window is open. */
function isClosing(window: Element): boolean {
  return window.querySelector(':scope > [data-testid=sentinelStart][tabindex="-1"]') !== null;
}

/** Whether Ctrl+S or ⌘S was pressed, or another key with Ctrl or ⌘. */
export function isSaveKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys, name = 's'): boolean {
  return key.toLowerCase() === name && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether the element with the focus takes keys as text, or something is open above the page. */
function isTaken(target: EventTarget | null): boolean {
  // While a form is saved, what is typed into it goes nowhere.
  if (isOverlaid() || document.querySelector('.held[inert]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isTick = target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || (!isTick && target.closest('input, textarea, select, [role=combobox]') !== null);
}
