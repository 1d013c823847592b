import type { Key, ModelSchema } from '@grimoire/protocol';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ofKeys } from '../../cells/cut-values.ts';
import { rowAddress } from '../../cells/row-link.tsx';
import { focusIfLost } from '../../layout/focus.ts';
import { useShortcuts } from '../../layout/shortcuts.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { countText } from '../../texts/count-text.ts';
import { type ShownPage, useShownPage } from '../../list/page/shown-page.ts';
import { useService } from '../../session/service.ts';
import { t } from '../../texts/text.ts';

interface NeighboursProps {
  readonly schema: ModelSchema;
  readonly id: Key;
}

/** The place of a row in the list from which it was opened, with the ways to the rows before and after it. */
export function Neighbours({ schema, id }: NeighboursProps) {
  const [shown, remember] = useShownPage(schema.model);
  const index = shown?.ids.findIndex((one) => String(one) === String(id)) ?? -1;
  const isInList = shown !== null && index >= 0;
  const open = useEvent((row: Key, isListed: boolean) => {
    if (isListed && shown && shown.opened !== row) remember({ ...shown, opened: row });
  });
  useEffect(() => open(id, isInList), [id, isInList, open]);
  if (!isInList) return null;
  const place = shown.start + index + 1;
  return (
    <Box component="nav" aria-label={t('Rows of the list')} sx={ways}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', mr: 0.5 }}>
        {t('%{place} of %{total}', { place, total: countText(shown.total, shown.isExact) })}
      </Box>
      <Way schema={schema} shown={shown} from={index} step={-1} isThere={place > 1} />
      <Way schema={schema} shown={shown} from={index} step={1} isThere={place < shown.total} />
    </Box>
  );
}

interface WayProps {
  readonly schema: ModelSchema;
  readonly shown: ShownPage;
  /** The index of the row on the shown page. */
  readonly from: number;
  /** To the row before, or after; where the page ends, it is on another page. */
  readonly step: -1 | 1;
  readonly isThere: boolean;
}

function Way({ schema, shown, from, step, isThere }: WayProps) {
  const [, remember] = useShownPage(schema.model);
  const { dataProvider } = useService();
  const [isBusy, setBusy] = useState(false);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const notify = useNotify();
  const button = useFocusOf(step);
  const id = shown.ids[from + step];
  useShortcuts({ [step < 0 ? 'k' : 'j']: () => follow(false) }, isThere && !isBusy);
  const tab = parameters.get('tab');
  const go = (to: Key, isPressed: boolean): void => {
    const address = `${rowAddress(schema, to)}${tab === null ? '' : `?tab=${encodeURIComponent(tab)}`}`;
    void navigate(address, isPressed ? { state: { went: step } } : {});
  };
  async function turn(isPressed: boolean): Promise<void> {
    setBusy(true);
    try {
      const { ids, start, perPage, sort, filter } = shown;
      const page = Math.floor(step < 0 ? start / perPage : (start + ids.length) / perPage + 1);
      const params = { pagination: { page, perPage }, sort, filter, meta: ofKeys };
      const { data, meta, total = shown.total } = await dataProvider.getList(schema.model, params);
      const more = data.map((row) => row.id as Key).filter((one) => !ids.includes(one));
      const to = more.at(step < 0 ? -1 : 0);
      if (to === undefined) return notify(t('There are no further rows now.'), { type: 'info' });
      const isExact = (meta as { readonly exact?: boolean } | undefined)?.exact ?? shown.isExact;
      remember({
        ...shown,
        total,
        isExact,
        ...(step < 0 ? { ids: [...more, ...ids], start: start - more.length } : { ids: [...ids, ...more] }),
      });
      go(to, isPressed);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }
  /** @param isPressed whether it was by the button, not by a key of the page. */
  function follow(isPressed: boolean): void {
    if (id === undefined) void turn(isPressed);
    else go(id, isPressed);
  }
  return (
    <IconButton
      ref={button}
      size="small"
      aria-label={step < 0 ? t('Previous row') : t('Next row')}
      disabled={!isThere || isBusy}
      onClick={() => follow(true)}
    >
      {step < 0 ? <PreviousIcon className="directional" fontSize="small" /> : <NextIcon className="directional" fontSize="small" />}
    </IconButton>
  );
}

/** The button by which one came from another row has the focus on this one too, so that the next press goes on. */
function useFocusOf(step: -1 | 1): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const { state } = useLocation() as { readonly state: { readonly went?: unknown } | null };
  const isOwn = state?.went === step;
  useEffect(() => {
    if (isOwn) focusIfLost(button.current);
  }, [isOwn]);
  return button;
}

/** No higher than the line in which it stands, where it is shown later. */
const ways = { ml: 'auto', my: '-4px', display: 'flex', alignItems: 'center', color: 'text.secondary', fontSize: 12.5 } as const;
