import { rowOf } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type ReactNode, useEffect } from 'react';
import { useEvent } from 'react-admin';
import { createPortal, flushSync } from 'react-dom';
import { textOf } from '../../cells/value-text.ts';
import { ConflictDialog } from '../../conflict/conflict-dialog.tsx';
import { useLeaveQuestion } from '../../layout/leave-guard.ts';
import { t } from '../../texts/text.ts';
import { openingOf } from '../rows/row-keys.ts';
import { ReasonDialog } from '../selection/reason-dialog.tsx';
import { valuesOf } from './changes-to-save.ts';
import { type Edits, redone, unchanged, undone } from './edits.ts';
import { blockOf, isOneCell, placeAfter } from './grid.ts';
import { cellsText, SheetBar } from './sheet-bar.tsx';
import type { Start } from './sheet-context.tsx';
import { placeWithin } from './sheet-editor.tsx';
import { SheetStyle } from './sheet-style.tsx';
import type { SheetTableProps } from './sheet-table.ts';
import { useClipboard } from './use-clipboard.ts';
import { problemId } from './use-cursor.ts';
import { usePointer } from './use-pointer.ts';
import type { Saving } from './use-save.ts';
import { type Deeds, inDirection, useSheetKeys } from './use-sheet-keys.ts';
import { type SheetWork, useSheetWork } from './use-sheet-work.ts';

interface SheetLayerProps extends SheetTableProps {
  readonly start: Start;
  /** The arrow keys that were pressed before it was there. */
  readonly takeKeys: () => readonly string[];
  readonly onClose: () => void;
}

/** What makes the table of a list a sheet. It renders no cell: it marks the elements of the table, and edits one cell above it. */
export function SheetLayer({ start, takeKeys, onClose, ...place }: SheetLayerProps) {
  const { schema, box } = place;
  const work = useSheetWork(place);
  const { edits, table, cursor, editing, saving } = work;
  useSheetKeys({ box, table, cursor, deeds: deedsOf(work, onClose) });
  usePointer({ box, table, cursor, onEdit: editing.begin });
  useClipboard({ box, table, cursor, filling: work.filling, onPaste: work.paste });
  useStart(start, takeKeys, work);
  const isAtRisk = useEvent(() => edits.size > 0);
  // Another page of the list, order or filter is another address. What is discarded goes at once: it is not kept in the browser, whatever page comes then.
  useLeaveQuestion(
    (here, next) => isAtRisk() && (next.pathname !== here.pathname || next.search !== here.search),
    () => flushSync(() => work.step(() => unchanged)),
  );
  const list = box.current?.parentElement;
  return (
    <>
      <SheetStyle />
      {editing.shown ?? <Problem work={work} box={box.current} />}
      {list && createPortal(<Bar work={work} />, list)}
      <Questions schema={schema} edits={edits} saving={saving} />
    </>
  );
}

/** Gives the keyboard to the first cell. */
function useStart(start: Start, takeKeys: SheetLayerProps['takeKeys'], { table, cursor, editing }: SheetWork): void {
  const begin = useEvent(() => {
    const first = table.columns.findIndex((_, column) => table.at({ row: 0, column })?.isOpen === true);
    let place = start.place ?? { row: 0, column: Math.max(0, first) };
    for (const key of takeKeys()) place = placeAfter(inDirection(key), place, table.size, false) ?? place;
    cursor.go(place);
    if (start.isEditing === true) editing.begin(place);
  });
  useEffect(() => begin(), [begin]);
}

function deedsOf({ edits, table, cursor, filling, editing, told, step, save, goBack, bar }: SheetWork, onClose: () => void): Deeds {
  return {
    edit: editing.begin,
    empty: () => told.leftOut(filling.empty(blockOf(cursor.get()))),
    fillDown: () => void filling.fillDown(blockOf(cursor.get())).then((count) => told.leftOut(count)),
    undo: () => step(undone),
    redo: () => step(redone),
    save: () => void save(),
    leave: () => {
      if (!isOneCell(cursor.get())) return goBack();
      if (edits.size > 0) return bar()?.querySelector<HTMLElement>('[data-save]')?.focus();
      const row = table.elementAt(cursor.get().here)?.closest('tr');
      onClose();
      if (row) openingOf(row)?.focus();
    },
  };
}

interface ProblemProps {
  readonly work: SheetWork;
  /** The box in which the table scrolls. */
  readonly box: HTMLElement | null;
}

/** Below the cell with the keyboard: why it can not be saved. */
function Problem({ work: { cursor, problemAt, table }, box }: ProblemProps): ReactNode {
  const { here } = cursor.get();
  const problem = problemAt(here);
  const element = table.elementAt(here);
  if (problem === undefined || !element || !box) return null;
  const { left, top, width, height } = placeWithin(element, box);
  return (
    <Box id={problemId} sx={message} style={{ left, top: top + height, minWidth: width }}>
      {problem}
    </Box>
  );
}

function Bar({ work: { history, told, saving, step, save, goBack } }: Pick<ProblemProps, 'work'>) {
  const stepBack = (take: typeof undone): void => {
    step(take);
    goBack();
  };
  return (
    <SheetBar
      history={history}
      told={told.now}
      isBusy={saving.isBusy}
      onUndo={() => stepBack(undone)}
      onDiscard={() => stepBack(discarded)}
      onSave={() => void save()}
      onBack={goBack}
    />
  );
}

/** A step that can be taken back, as others. */
function discarded({ past, now }: typeof unchanged): typeof unchanged {
  return { past: [...past, now], now: unchanged.now, future: [] };
}

interface QuestionsProps {
  readonly schema: ModelSchema;
  readonly edits: Edits;
  readonly saving: Saving;
}

/** What is asked before changed cells are saved. */
function Questions({ schema, edits, saving }: QuestionsProps) {
  const { conflict, resolve, reason, isAskingWhy, setAskingWhy, isBusy, save } = saving;
  return (
    <>
      {conflict && (
        <ConflictDialog
          key={conflict.theirs._etag}
          schema={schema}
          base={conflict.edit.base}
          mine={{ ...rowOf(conflict.edit.base), ...valuesOf(conflict.edit) }}
          theirs={conflict.theirs}
          rowName={textOf(conflict.theirs['_label'])}
          onClose={() => void resolve(null)}
          onSave={resolve}
        />
      )}
      {isAskingWhy && (
        <ReasonDialog
          title={cellsText(edits)}
          deed={t('Save')}
          reason={reason}
          isRunning={isBusy}
          onClose={() => setAskingWhy(false)}
          onGo={() => void save()}
        />
      )}
    </>
  );
}

const message = {
  position: 'absolute',
  zIndex: 4,
  maxWidth: 340,
  p: '4px 10px',
  color: 'error.main',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'error.main',
  borderRadius: '0 0 6px 6px',
  boxShadow: 3,
  fontSize: 12.5,
} as const;
