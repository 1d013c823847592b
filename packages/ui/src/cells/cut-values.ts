import { cutParameter } from '@grimoire/protocol';

/** The characters of a text that a list can show, in a cell that is opened. */
export const mostShown = 2000;

/** How lists are asked for rows: values that are longer than what is shown come without their ends. */
export const ofLists = { cut: mostShown + 1 } as const;

/** How they are asked for rows of which only the keys are used. */
export const ofKeys = { cut: 1 } as const;

/** Whether a row of a list has only the beginning of a value: its row has all of it. */
export function isCutInRow(row: Readonly<Record<string, unknown>>, name: string): boolean {
  const cut: unknown = row[cutParameter];
  return Array.isArray(cut) && cut.includes(name);
}
