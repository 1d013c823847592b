import type { ModelSchema } from '@grimoire/protocol';
import { useMemo } from 'react';
import { isObject, isTexts, useStored } from '../../store/use-stored.ts';

/** The height of rows. */
export type Density = 'normal' | 'dense';

/** How the columns of a list look, whichever they are. */
export interface Look {
  /** Names of the columns that stay in sight while the list scrolls sideways. */
  readonly pinned: readonly string[];
  /** Pixels, by the names of columns; others are as wide as what they contain. */
  readonly widths: Readonly<Record<string, number>>;
}

/** The look of a view: also how high its rows are, if its maker had chosen that. */
export interface ViewLook extends Look {
  readonly density?: Density | undefined;
}

/** The least and the largest width that a person gives a column, in pixels. */
export const widthLimits = { least: 64, most: 1200 } as const;

/** The largest width of a column that was kept as it was shown. */
const widest = 10_000;

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= widest;
}

function isDensity(value: unknown): value is Density {
  return value === 'normal' || value === 'dense';
}

function isChosenDensity(value: unknown): value is Density | null {
  return value === null || isDensity(value);
}

export function isLook(value: unknown): value is ViewLook | null {
  if (value === null) return true;
  if (!isObject(value) || !isTexts(value['pinned']) || !isObject(value['widths'])) return false;
  return Object.values(value['widths']).every(isWidth) && (value['density'] === undefined || isDensity(value['density']));
}

const usual: Look = { pinned: [], widths: {} };

interface KnownLook {
  readonly look: Look;
  /** Null for the usual look. */
  readonly change: (look: Look | null) => void;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  /** What has been chosen; null if nothing was. */
  readonly chosen: ViewLook | null;
  /** Shows the look of a view in this tab; null for that of the person. */
  readonly lookForView: (look: ViewLook | null) => void;
}

/** The look of a list: what this person has chosen, or that of the view that is open. The height of rows is one for all lists of a person. */
export function useLook(schema: ModelSchema): KnownLook {
  const [own, setOwn] = useStored<ViewLook | null>(`look.${schema.model}`, null, isLook);
  const [ofView, lookForView] = useStored<ViewLook | null>(`viewLook.${schema.model}`, null, isLook);
  const [ownDensity, setOwnDensity] = useStored<Density | null>('density', null, isChosenDensity);
  return useMemo(() => {
    const look = ofView ?? own ?? usual;
    const density = ofView?.density ?? ownDensity ?? undefined;
    const hasChosen = look !== usual || density !== undefined;
    return {
      look,
      change: ofView ? (next) => lookForView(next && { ...next, density: ofView.density }) : setOwn,
      density: density ?? 'normal',
      setDensity: ofView?.density ? (next: Density) => lookForView({ ...ofView, density: next }) : setOwnDensity,
      chosen: hasChosen ? { pinned: look.pinned, widths: look.widths, density } : null,
      lookForView,
    };
  }, [own, setOwn, ofView, lookForView, ownDensity, setOwnDensity]);
}
