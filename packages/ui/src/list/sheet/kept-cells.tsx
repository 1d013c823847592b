import type { ServedRecord } from '@grimoire/client/react-admin';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useLayoutEffect, useState } from 'react';
import { useListContext, useStoreContext } from 'react-admin';
import { shortText } from '../../cells/moment-text.ts';
import { focusPassedOn } from '../../layout/focus.ts';
import { keepDraft, readDraft } from '../../store/kept-draft.ts';
import { t } from '../../texts/text.ts';
import { cellsOf, keptCells } from './draft-of-cells.ts';
import { stepped } from './edits.ts';
import { useSheet } from './sheet-context.tsx';

/** Milliseconds without a change after which the cells are kept. */
const pause = 400;

/** Keeps the changed cells of the surrounding list, with those that were found until the user has answered what becomes of them. */
export function KeptCells({ place }: { readonly place: string }) {
  const store = useStoreContext();
  const sheet = useSheet();
  const { data = [] } = useListContext<ServedRecord>();
  const [found, setFound] = useState(() => (sheet?.history.now.size === 0 ? readDraft(store, place) : null));
  const edits = sheet?.history.now;
  useLayoutEffect(() => {
    if (!edits) return undefined;
    const keep = (): void =>
      keepDraft(store, place, { at: Date.now(), etag: null, lines: '', values: { ...found?.values, ...keptCells(edits) } });
    if (found && edits.size === 0) return undefined;
    // What is saved or discarded is not kept a moment longer.
    if (edits.size === 0) return keep();
    const timer = setTimeout(keep, pause);
    return () => clearTimeout(timer);
  }, [store, place, found, edits]);
  if (!found) return null;
  const restore = (): void => {
    sheet?.setHistory((history) => stepped(history, new Map([...cellsOf(found.values, data), ...history.now])));
    sheet?.begin({});
    setFound(null);
  };
  const throwAway = (): void => {
    setFound(null);
    if (edits?.size === 0) store.removeItem(place);
  };
  return (
    <Alert
      severity="info"
      sx={{ my: 1 }}
      action={
        <>
          <Button ref={focusPassedOn} size="small" onClick={restore}>
            {t('Restore it')}
          </Button>
          <Button ref={focusPassedOn} size="small" onClick={throwAway}>
            {t('Throw it away')}
          </Button>
        </>
      }
    >
      {t('What you entered here (%{time}) was not saved.', { time: shortText(new Date(found.at)) })}
    </Alert>
  );
}
