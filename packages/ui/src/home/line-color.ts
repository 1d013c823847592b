import type { SeriesLine } from '@grimoire/protocol';
import type { Theme } from '@mui/material/styles';
import { colors } from '../theme/tokens.ts';

/** The colors of the lines after the first one, which has the accent. */
const others = ['warning', 'good', 'info', 'bad', 'neutral'] as const;

/** The color of a line. */
export function lineColor({ palette }: Theme, { tone }: SeriesLine, place: number): string {
  const { tones } = colors[palette.mode];
  if (tone !== undefined && Object.hasOwn(tones, tone)) return tones[tone].text;
  return place === 0 ? palette.primary.main : tones[others[(place - 1) % others.length] ?? 'neutral'].text;
}
