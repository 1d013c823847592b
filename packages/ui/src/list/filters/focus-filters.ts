import { focusContent } from '../../layout/focus.ts';

/** Moves the keyboard focus to the filters of the list, where the button that took filters away is gone with them. */
export function focusFilters(): void {
  const bar = document.querySelector('[data-filters]');
  const target = bar?.querySelector<HTMLElement>('.add-filter') ?? bar?.querySelector<HTMLElement>('input');
  if (target) target.focus();
  else focusContent();
}

/** Moves the keyboard focus to the search of the list. */
export function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-filters] input')?.focus();
}
