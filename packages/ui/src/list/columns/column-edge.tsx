import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { labelOf } from '../../schema/use-schema.ts';
import { useLook, widthLimits } from './column-look.ts';
import { fittingWidth, type Resizing, resize, type Sized, widthOfCell } from './column-sizes.ts';
import { t } from '../../texts/text.ts';

interface ColumnProps {
  readonly schema: ModelSchema;
  readonly sized: Sized;
  /** The box in which the table scrolls. */
  readonly box: RefObject<HTMLElement | null>;
}

interface ColumnSizing {
  readonly begin: (field: FieldSchema) => Resizing | undefined;
  /** Makes a column as wide as what it contains. */
  readonly fit: (field: FieldSchema) => void;
}

/** Changes the widths of columns. */
export function useColumnSizing({ schema, sized, box }: ColumnProps): ColumnSizing {
  const { look, change } = useLook(schema);
  const begin = (field: FieldSchema): Resizing | undefined =>
    box.current ? resize(box.current, sized, field, (widths) => change({ ...look, widths })) : undefined;
  return {
    begin,
    fit(field) {
      const resizing = begin(field);
      if (!resizing || !box.current) return;
      resizing.show(widthLimits.least);
      resizing.show(fittingWidth(box.current, sized, field));
      resizing.keep();
    },
  };
}

interface ColumnEdgeProps extends ColumnProps {
  readonly field: FieldSchema;
}

/** Pixels by which a key changes the width of a column. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16, PageDown: -64, PageUp: 64, Home: -Infinity };

/** Pixels that the pointer moves before a click becomes a drag. */
const tremor = 3;

interface Drag {
  readonly startX: number;
  readonly startWidth: number;
  resizing: Resizing | undefined;
}

/** The edge of a column, by which its width is changed: dragged, by keys, or fitted by a double click or Enter. */
export function ColumnEdge({ schema, sized, field, box }: ColumnEdgeProps) {
  const { begin, fit } = useColumnSizing({ schema, sized, box });
  const drag = useRef<Drag | null>(null);
  const widthNow = (edge: Element): number => widthOfCell(edge.closest('th'));
  const start = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startX: event.clientX, startWidth: widthNow(event.currentTarget), resizing: undefined };
  };
  const move = ({ clientX }: PointerEvent): void => {
    const { current } = drag;
    if (!current) return;
    const by = clientX - current.startX;
    if (!current.resizing && Math.abs(by) < tremor) return;
    current.resizing ??= begin(field);
    current.resizing?.show(current.startWidth + by);
  };
  const end = (isKept: boolean): void => {
    if (isKept) drag.current?.resizing?.keep();
    else drag.current?.resizing?.cancel();
    drag.current = null;
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key];
    if (event.key === 'Escape' && drag.current) end(false);
    else if (event.key === 'Enter') fit(field);
    else if (step !== undefined) {
      const width = widthNow(event.currentTarget);
      const resizing = begin(field);
      resizing?.show(width + step);
      resizing?.keep();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Box
      component="hr"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of %{field}', { field: labelOf(field) })}
      aria-valuemin={widthLimits.least}
      aria-valuemax={widthLimits.most}
      sx={edge}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onLostPointerCapture={() => end(false)}
      onDoubleClick={() => fit(field)}
      onKeyDown={press}
    />
  );
}

/** A line that is thin to the eye and wide to the pointer. */
const edge = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  right: 0,
  width: 11,
  height: 'auto',
  m: 0,
  border: 0,
  cursor: 'col-resize',
  touchAction: 'none',
  userSelect: 'none',
  '&::after': { content: '""', position: 'absolute', top: 8, bottom: 8, right: 0, width: '1px', bgcolor: 'divider' },
  '&:hover::after, &:active::after': { top: 0, bottom: 0, width: '2px', bgcolor: 'primary.main' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2, borderRadius: '4px' },
} as const;
