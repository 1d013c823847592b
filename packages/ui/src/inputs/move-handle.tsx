import DragIcon from '@mui/icons-material/DragIndicator';
import IconButton from '@mui/material/IconButton';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { dragLine } from './drag-line.ts';

export interface MoveHandleProps {
  readonly name: string;
  /** The place of its line among all. */
  readonly place: number;
  readonly count: number;
  /** The element that says which keys it takes. */
  readonly helpId: string;
  /** Whether the line stands elsewhere than it is stored: the button has the color of a change. */
  readonly isMoved?: boolean;
  readonly onMove: (from: number, to: number) => void;
}

/** The button by which a line, which is a fieldset, is dragged to another place, or moved by the arrow keys. */
export function MoveHandle({ name, place, count, helpId, isMoved = false, onMove }: MoveHandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const moveByKey = (event: KeyboardEvent): void => {
    const to = new Map([
      ['ArrowUp', place - 1],
      ['ArrowDown', place + 1],
      ['Home', 0],
      ['End', count - 1],
    ]).get(event.key);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (to >= 0 && to < count && to !== place) onMove(place, to);
  };
  const drag = (event: PointerEvent): void => {
    const line = button.current?.closest('fieldset');
    if (event.button !== 0 || !line?.parentElement) return;
    const lines = Array.from(line.parentElement.children).filter((one) => one instanceof HTMLElement);
    button.current?.setPointerCapture(event.pointerId);
    dragLine({ lines, from: place, pointer: event.pointerId, start: event.clientY, onDrop: (to) => onMove(place, to) });
  };
  return (
    <IconButton
      ref={button}
      size="small"
      disabled={count < 2}
      color={isMoved ? 'primary' : 'default'}
      aria-label={name}
      aria-describedby={helpId}
      onKeyDown={moveByKey}
      onPointerDown={drag}
      sx={look}
    >
      <DragIcon fontSize="small" />
    </IconButton>
  );
}

const look = { cursor: 'grab', '&:active': { cursor: 'grabbing' }, touchAction: 'none', userSelect: 'none' } as const;

/** While a line is dragged, the others make room for it. */
export const movable = {
  '&[data-sorting] > *': { transition: 'translate 120ms' },
  '&[data-sorting] > [data-dragged]': {
    transition: 'none',
    position: 'relative',
    zIndex: 1,
    bgcolor: 'background.paper',
    borderRadius: '6px',
    outline: 1,
    outlineColor: 'divider',
    boxShadow: 8,
  },
} as const;
