import type { ServedRecord } from '@grimoire/client/react-admin';
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEvent, useListContext } from 'react-admin';
import { useAskToLeave } from '../../layout/ask-to-leave.ts';
import { useAskBeforeUnload } from '../../layout/leave-guard.ts';
import { useService } from '../../session/service.ts';
import type { SaveForm } from '../../session/unsaved.ts';
import { type History, unchanged, withEdit } from './edits.ts';
import type { Place } from './grid.ts';

/** Where the sheet begins. */
export interface Start {
  /** Without one, it is the first cell that can be changed. */
  readonly place?: Place;
  /** Whether the cell is edited at once. */
  readonly isEditing?: boolean;
}

/** The list as a sheet: one cell has the keyboard, and is edited in its place. */
interface Sheet {
  /** Null while the list is no sheet. */
  readonly start: Start | null;
  readonly begin: (start: Start) => void;
  /** Makes the sheet a list again; with changed cells, the user is asked first. */
  readonly end: () => void;
  /** Sets what saves the changed cells, for who is asked before they are lost. */
  readonly setSaver: (save: SaveForm) => void;
  readonly history: History;
  readonly setHistory: Dispatch<SetStateAction<History>>;
}

const SheetContext = createContext<Sheet | null>(null);

/** The sheet of the surrounding list; null where its page has none. */
export function useSheet(): Sheet | null {
  return useContext(SheetContext);
}

/** Keeps the changed cells of a list, whatever becomes of the table. */
export function SheetProvider({ children }: { readonly children: ReactNode }) {
  const [start, setStart] = useState<Start | null>(null);
  const saver = useRef<SaveForm>(() => Promise.resolve(false));
  const setSaver = useCallback((save: SaveForm) => {
    saver.current = save;
  }, []);
  const askToLeave = useAskToLeave();
  const [history, setHistory] = useState(unchanged);
  const isChanged = history.now.size > 0;
  useUnsavedCells(isChanged, saver);
  const end = useEvent(async () => {
    const how = isChanged ? await askToLeave() : 'saved';
    if (how === 'lost') setHistory(unchanged);
    if (how !== null) setStart(null);
  });
  const sheet = useMemo(
    (): Sheet => ({ start, begin: setStart, end: () => void end(), setSaver, history, setHistory }),
    [start, end, setSaver, history],
  );
  return <SheetContext value={sheet}>{children}</SheetContext>;
}

/** Says whether there are changed cells, and lets the browser ask before it closes the page. */
function useUnsavedCells(isChanged: boolean, saver: RefObject<SaveForm>): void {
  const { unsaved } = useService();
  useEffect(() => {
    if (!isChanged) return undefined;
    const cells = {};
    unsaved.set(cells, () => saver.current());
    return () => unsaved.set(cells, null);
  }, [isChanged, saver, unsaved]);
  useAskBeforeUnload(isChanged);
}

/** The rows of the surrounding list, with the changed cells. */
export function useShownRows(): readonly ServedRecord[] {
  const { data } = useListContext<ServedRecord>();
  const edits = useSheet()?.history.now;
  return useMemo(() => (data ?? []).map((record) => withEdit(record, edits?.get(record.id))), [data, edits]);
}
