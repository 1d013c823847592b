import type { ModelSchema } from '@grimoire/protocol';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShortcuts } from '../../layout/shortcuts.ts';

/** The keys of a list: `j` and `k` go from row to row, `x` ticks, `n` adds one. */
export function useRowKeys(box: RefObject<HTMLElement | null>, schema: ModelSchema, isOn: boolean): void {
  const navigate = useNavigate();
  const rows = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])];
  const here = (all: readonly HTMLElement[]): number => all.findIndex((row) => row.contains(document.activeElement));
  const move = (step: number): void => {
    const all = rows();
    const row = all[Math.min(Math.max(here(all) + step, 0), all.length - 1)];
    if (row) openingOf(row)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  const keys = {
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const all = rows();
      all[here(all)]?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
    },
    ...(schema.permissions.add ? { n: () => void navigate(`/${schema.model}/create`) } : {}),
  };
  useShortcuts(keys, isOn);
}

/** What has the keyboard focus while a row has it: the link that opens it, or its tick. */
export function openingOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('.opening a') ?? row.querySelector<HTMLElement>('input');
}
