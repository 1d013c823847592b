import type { Series } from '@grimoire/protocol';
import type { Theme } from '@mui/material/styles';
import uPlot from 'uplot';
import { font } from '../theme/tokens.ts';
import { lineColor } from './line-color.ts';
import { axisNumber } from './number-look.ts';
import { axisPlaces, axisText } from './point-text.ts';

type Shown = Series['series'];

/** Lines are told apart without color, too. */
const dashes = [[], [6, 4], [2, 3], [10, 4, 2, 4]] as const;

/** The points of a chart by their places, and the values of each line. */
export function chartData({ points, lines }: Shown): uPlot.AlignedData {
  const values = lines.map((line) => points.map((_, place) => numberOrNull(line.values[place])));
  return [points.map((_, place) => place), ...values];
}

function numberOrNull(value: unknown): number | null {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

interface ChartSetup {
  readonly shown: Shown;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  /** Is told of the point that is pointed at. */
  readonly onPoint: (chart: uPlot) => void;
}

/** The options of a chart: its axes, lines and colors. It is never animated. */
export function chartOptions({ shown, theme, width, height, onPoint }: ChartSetup): uPlot.Options {
  const { text, divider } = theme.palette;
  const axis = { stroke: text.secondary, font: `${font.small}px ${font.family}`, ticks: { show: false } };
  const isBar = shown.kind === 'bar';
  const isWhole = shown.lines.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
  const count = shown.points.length;
  return {
    width,
    height,
    padding: [10, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    hooks: { setCursor: [onPoint] },
    scales: {
      x: { time: false, range: () => (isBar || count < 2 ? [-0.5, count - 0.5] : [0, count - 1]) },
      y: { range: (_, low, high) => heightsOf(low, high) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        gap: 8,
        splits: (chart) => axisPlaces(count, chart.bbox.width / devicePixelRatio),
        values: (_, places) => places.map((place) => axisText(shown, place)),
      },
      {
        ...axis,
        grid: { stroke: divider, width: 1 },
        gap: 8,
        space: 44,
        ...(isWhole
          ? { incrs: [1, 2, 5].flatMap((step) => Array.from({ length: 13 }, (_, power) => step * 10 ** power)).toSorted((a, b) => a - b) }
          : {}),
        size: (chart, values: readonly string[] | null) => widthOf(chart, values),
        values: (_, values) => values.map((value) => axisNumber(value, shown.unit)),
      },
    ],
    series: [{}, ...shown.lines.map((line, place) => lineOptions(shown, { color: lineColor(theme, line, place), place }))],
  };
}

/** From zero, with some room above. */
function heightsOf(low: number | null, high: number | null): [number, number] {
  const [least, most] = [Math.min(0, low ?? 0), Math.max(0, high ?? 0)];
  return least === most ? [0, 1] : [least * 1.08, most * 1.08];
}

/** The width of the texts of an axis. */
function widthOf({ ctx }: uPlot, values: readonly string[] | null): number {
  const longest = (values ?? []).toSorted((one, other) => other.length - one.length)[0] ?? '';
  ctx.save();
  ctx.font = `${font.small}px ${font.family}`;
  const { width } = ctx.measureText(longest);
  ctx.restore();
  return Math.ceil(width) + 18;
}

function lineOptions({ kind, lines }: Shown, { color, place }: { readonly color: string; readonly place: number }): uPlot.Series {
  const base = { stroke: color, width: 2, points: { show: false }, dash: [...(dashes[place % dashes.length] ?? [])] };
  if (kind === 'line') return base;
  const fill = `${color}${lines.length > 1 ? '14' : '1c'}`;
  if (kind === 'area') return { ...base, fill };
  const bars = uPlot.paths.bars?.({ size: [0.7, 48], radius: 0.12 });
  return { ...base, width: 0, dash: [], fill: `${color}cc`, ...(bars ? { paths: bars } : {}) };
}
