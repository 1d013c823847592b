import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';
import { colors } from '../../theme/tokens.ts';

/** How the cells of a sheet look. Their marks are attributes of the elements. */
export function SheetStyle() {
  return <GlobalStyles styles={styles} />;
}

const styles = (theme: Theme): Record<string, object> => {
  const { tones, surface } = colors[theme.palette.mode];
  const accent = theme.palette.primary.main;
  const table = '.table-scroll table[role=grid] > tbody';
  return {
    [table]: { userSelect: 'none', cursor: 'cell' },
    [`${table} > tr`]: { cursor: 'cell !important' },
    [`${table} td:not(.dash-tick-cell)`]: { borderRight: `1px solid ${colors[theme.palette.mode].softLine}` },
    [`${table} td a`]: { cursor: 'cell', textDecoration: 'none' },
    [`${table} td[data-changed]`]: { backgroundColor: tones.warning.soft, boxShadow: `inset 2px 0 0 ${tones.warning.text}` },
    [`${table} td[data-wrong]`]: { backgroundColor: tones.bad.soft, boxShadow: `inset 2px 0 0 ${tones.bad.text}` },
    // A changed cell keeps its color within a block.
    [`${table} td[data-selected]`]: { outline: `1px solid color-mix(in srgb, ${accent} 45%, ${surface})`, outlineOffset: -1 },
    [`${table} td[data-selected]:not([data-changed])`]: { backgroundColor: `color-mix(in srgb, ${accent} 12%, ${surface})` },
    [`${table} td[data-here]`]: { outline: `2px solid ${accent}`, outlineOffset: -2 },
  };
};
