import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { focusIfLost } from '../../layout/focus.ts';
import { t } from '../../texts/text.ts';
import { problemOf } from './changes-to-save.ts';
import { type Edits, type History, unchanged } from './edits.ts';
import type { PastePlan, Place } from './grid.ts';
import type { Told } from './sheet-bar.tsx';
import { useSheet } from './sheet-context.tsx';
import { type SheetTable, type SheetTableProps, useSheetTable } from './sheet-table.ts';
import { type Cursor, useCursor } from './use-cursor.ts';
import { type Editing, useEditing } from './use-editing.tsx';
import { type Filling, useFilling } from './use-filling.ts';
import { type Saving, useSave } from './use-save.ts';

/** What the parts of a sheet share. */
export interface SheetWork {
  readonly history: History;
  readonly edits: Edits;
  readonly table: SheetTable;
  readonly cursor: Cursor;
  readonly filling: Filling;
  readonly editing: Editing;
  readonly saving: Saving;
  readonly told: {
    readonly now: Told | null;
    /** Says how many cells were left as they are, and how many values had no cell. */
    readonly leftOut: (count: number, beyond?: number) => void;
  };
  /** Why a cell can not be saved. */
  readonly problemAt: (place: Place) => string | undefined;
  readonly step: (take: (history: History) => History) => void;
  readonly save: () => Promise<boolean>;
  readonly paste: (plan: PastePlan) => void;
  /** Gives the keyboard back to the cell that had it. */
  readonly goBack: () => void;
  readonly bar: () => Element | null;
}

export function useSheetWork(place: SheetTableProps): SheetWork {
  const { schema, box } = place;
  const sheet = useSheet();
  const { history = unchanged } = sheet ?? {};
  const edits = history.now;
  const table = useSheetTable(place);
  const [told, tell] = useState<Told | null>(null);
  // A move renders this only where what is below the cell changes.
  const [, setProblem] = useState<string>();
  const problemAt = (at: Place): string | undefined => {
    const cell = table.at(at);
    const edit = cell && edits.get(cell.record.id)?.cells[cell.field.name];
    return edit && problemOf(edit);
  };
  const cursor = useCursor(table, edits, (at) => setProblem(problemAt(at) && JSON.stringify([at, problemAt(at)])));
  const filling = useFilling(schema, table);
  const saving = useSave({
    schema,
    tell,
    onTrouble: (name) => {
      const at = table.placeNamed(name);
      if (at) cursor.go(at);
    },
  });
  const save = async (): Promise<boolean> => {
    await filling.settled();
    const isSaved = await saving.save();
    if (isSaved) focusIfLost(table.elementAt(cursor.get().here));
    return isSaved;
  };
  useEffect(() => {
    sheet?.setSaver(save);
  });
  const editing = useEditing({ schema, box, table, cursor, filling, isBusy: saving.isBusy, tell, onSave: () => void save() });
  const leftOut = (count: number, beyond = 0): void => tell(toldOf(count, beyond));
  return {
    history,
    edits,
    table,
    cursor,
    filling,
    editing,
    saving,
    problemAt,
    save,
    told: { now: told, leftOut },
    step(take) {
      tell(null);
      sheet?.setHistory(take);
    },
    paste(plan) {
      cursor.select({ anchor: plan.block.last, here: plan.block.first });
      void filling.enter(plan.filled).then((count) => leftOut(count, plan.beyond));
    },
    goBack: useEvent(() => cursor.go(cursor.get().here)),
    bar: () => box.current?.parentElement?.querySelector('[data-sheet-bar]') ?? null,
  };
}

/** Null where nothing was left out. */
function toldOf(count: number, beyond: number): Told | null {
  const cells = t(
    '%{count} cell can’t be filled like this, and was left out. |||| %{count} cells can’t be filled like this, and were left out.',
    { count },
  );
  const values = t(
    '%{count} value was left out: there are no more rows or columns. |||| %{count} values were left out: there are no more rows or columns.',
    { count: beyond },
  );
  const texts = [...(count > 0 ? [cells] : []), ...(beyond > 0 ? [values] : [])];
  return texts.length === 0 ? null : { text: texts.join(' ') };
}
