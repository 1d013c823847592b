import type { KeyboardEvent } from 'react';
import { useNotify } from 'react-admin';
import { t } from '../texts/text.ts';
import { isSaveKey } from './shortcuts.ts';

/** For the `onKeyDown` of a window: saves its form by Ctrl+S or ⌘S, or says why not. */
export function useSaveByKey(): (event: KeyboardEvent) => void {
  const notify = useNotify();
  return (event) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    const { currentTarget: window, target } = event;
    if (target instanceof Element && window.contains(target)) window.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    else notify(t('Not saved: first close what is open above the form.'), { type: 'warning' });
  };
}
