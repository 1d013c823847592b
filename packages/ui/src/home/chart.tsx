import type { Series } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { chartData, chartOptions } from './chart-options.ts';
import { lineColor } from './line-color.ts';
import { fullText } from './number-look.ts';
import { pointText } from './point-text.ts';
import { labelled, listText, t } from '../texts/text.ts';

interface ChartProps {
  readonly shown: Series['series'];
  readonly label: string;
  readonly height: number;
}

/** The point that is pointed at, and where it is. */
interface Pointed {
  readonly place: number;
  readonly left: number;
  /** Whether the text stands at the left of the point. */
  readonly isLate: boolean;
}

/** A chart whose points can be read with the mouse, by touch, and with the arrow keys. */
export function Chart({ shown, label, height }: ChartProps) {
  const { chart, room, pointed } = useChart(shown, height);
  const count = shown.points.length;
  const go = (place: number): void => chart.current?.setCursor({ left: chart.current.valToPos(place, 'x'), top: 10 });
  const leave = (): void => chart.current?.setCursor({ left: -10, top: -10 });
  const onTouch = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' || !chart.current) return;
    chart.current.setCursor({ left: event.clientX - chart.current.over.getBoundingClientRect().left, top: 10 });
  };
  const place = pointed?.place ?? count - 1;
  return (
    <Box onPointerDown={onTouch} onPointerMove={onTouch} sx={{ ...frame, height }}>
      <Box
        component="input"
        type="range"
        min={0}
        max={count - 1}
        value={place}
        aria-label={t('%{label}: points of the chart', { label })}
        aria-valuetext={saidOf(shown, place)}
        onFocus={() => go(place)}
        onBlur={leave}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => go(Number(target.value))}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && leave()}
        sx={keys}
      />
      <Box ref={room} aria-hidden sx={plot} />
      {pointed && <Tip shown={shown} pointed={pointed} />}
    </Box>
  );
}

/** A point with its values, as one text. */
function saidOf({ lines, unit, ...shown }: Series['series'], place: number): string {
  const values = lines.map(({ label, values: all }) => {
    const value = fullText(all[place], unit);
    return lines.length > 1 ? labelled(label, value) : value;
  });
  return labelled(pointText(shown, place), listText(values, 'comma'));
}

/** Draws the chart into a box, again when its size or the theme change. */
function useChart(shown: Series['series'], height: number) {
  const room = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const theme = useTheme();
  useEffect(() => {
    const box = room.current;
    if (!box) return undefined;
    const onPoint = (drawn: uPlot): void => {
      const { idx, left = -1 } = drawn.cursor;
      if (idx === null || idx === undefined || left < 0) return setPointed(null);
      const at = drawn.valToPos(idx, 'x') + drawn.over.offsetLeft;
      setPointed({ place: idx, left: at, isLate: at > box.clientWidth / 2 });
    };
    const drawn = new uPlot(chartOptions({ shown, theme, width: box.clientWidth, height, onPoint }), chartData(shown), box);
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: box.clientWidth, height }));
    observer.observe(box);
    return () => {
      observer.disconnect();
      drawn.destroy();
      chart.current = null;
      setPointed(null);
    };
  }, [shown, theme, height]);
  return { chart, room, pointed };
}

interface TipProps {
  readonly shown: Series['series'];
  readonly pointed: Pointed;
}

function Tip({ shown, pointed: { place, left, isLate } }: TipProps) {
  const theme = useTheme();
  return (
    <Box
      role="presentation"
      data-tip=""
      style={{ transform: `translateX(${left}px) translateX(${isLate ? 'calc(-100% - 10px)' : '10px'})` }}
      sx={tip}
    >
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {pointText(shown, place)}
      </Typography>
      {shown.lines.map((line, index) => (
        <Box key={line.key} sx={{ display: 'flex', alignItems: 'center', gap: '6px', whiteSpace: 'nowrap', fontWeight: 600 }}>
          {shown.lines.length > 1 && (
            <Box
              component="span"
              style={{ backgroundColor: lineColor(theme, line, index) }}
              sx={{ width: 8, height: 8, borderRadius: '50%' }}
            />
          )}
          {shown.lines.length > 1 && (
            <Box component="span" sx={{ fontWeight: 400, mr: 1 }}>
              {line.label}
            </Box>
          )}
          <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
            {fullText(line.values[place], shown.unit)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const frame = {
  position: 'relative',
  touchAction: 'pan-y',
  borderRadius: 1,
  '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

/** Takes the keys of the chart; what is seen is the chart. */
const keys = { position: 'absolute', inset: 0, width: '100%', height: '100%', m: 0, opacity: 0, pointerEvents: 'none' } as const;

/** What the style sheet of uPlot says, as far as it is used. */
const plot = {
  position: 'absolute',
  inset: 0,
  overflow: 'hidden',
  '& .u-wrap': { position: 'relative', userSelect: 'none' },
  '& .u-over, & .u-under': { position: 'absolute' },
  '& .u-under': { overflow: 'hidden' },
  '& canvas': { display: 'block', position: 'relative', width: '100%', height: '100%' },
  '& .u-axis': { position: 'absolute' },
  '& .u-select': { display: 'none' },
  '& .u-cursor-x': {
    position: 'absolute',
    left: 0,
    top: 0,
    height: '100%',
    borderRight: 1,
    borderColor: 'text.disabled',
    pointerEvents: 'none',
    willChange: 'transform',
  },
  '& .u-cursor-pt': {
    position: 'absolute',
    top: 0,
    left: 0,
    borderRadius: '50%',
    border: '0 solid',
    pointerEvents: 'none',
    willChange: 'transform',
    backgroundClip: 'padding-box',
  },
  '& .u-off, & .u-hz .u-off': { display: 'none' },
} as const;

const tip = {
  position: 'absolute',
  top: 6,
  left: 0,
  zIndex: 1,
  px: '10px',
  py: '6px',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: 3,
  pointerEvents: 'none',
} as const;
