import type { Key, ModelSchema } from '@grimoire/protocol';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type RefObject, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { focusIfLost } from '../../layout/focus.ts';
import { useShortcuts } from '../../layout/shortcuts.ts';
import { countText } from '../../texts/count-text.ts';
import { useShownPage } from '../../list/page/shown-page.ts';
import { t } from '../../texts/text.ts';
import { placeOf, type Stepped, useStep } from './use-step.ts';

interface NeighboursProps {
  readonly schema: ModelSchema;
  readonly id: Key;
}

/** The place of a row in the list from which it was opened, with the ways to the rows before and after it. */
export function Neighbours({ schema, id }: NeighboursProps) {
  const [shown, remember] = useShownPage(schema.model);
  const index = placeOf(shown, id);
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
      <Way schema={schema} id={id} step={-1} />
      <Way schema={schema} id={id} step={1} />
    </Box>
  );
}

interface WayProps extends NeighboursProps {
  /** To the row before, or after. */
  readonly step: -1 | 1;
}

function Way({ schema, id, step }: WayProps) {
  const { isThere, isBusy, go } = useStep(schema, id, step);
  const button = useFocusOf(step);
  useShortcuts({ [step < 0 ? 'k' : 'j']: () => void go() }, isThere && !isBusy);
  return (
    <IconButton
      ref={button}
      size="small"
      aria-label={step < 0 ? t('Previous row') : t('Next row')}
      disabled={!isThere || isBusy}
      onClick={() => void go({ went: step })}
    >
      {step < 0 ? <PreviousIcon className="directional" fontSize="small" /> : <NextIcon className="directional" fontSize="small" />}
    </IconButton>
  );
}

/** The button by which one came from another row has the focus on this one too, so that the next press goes on. */
function useFocusOf(step: -1 | 1): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const { state } = useLocation() as { readonly state: Stepped | null };
  const isOwn = state?.went === step;
  useEffect(() => {
    if (isOwn) focusIfLost(button.current);
  }, [isOwn]);
  return button;
}

/** No higher than the line in which it stands, where it is shown later. */
const ways = { ml: 'auto', my: '-4px', display: 'flex', alignItems: 'center', color: 'text.secondary', fontSize: 12.5 } as const;
