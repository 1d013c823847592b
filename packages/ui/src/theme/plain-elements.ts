import type { Palette } from './theme.ts';
import { font } from './tokens.ts';

/**
 * The looks of elements of which a page has hundreds, by their classes, whose names begin so that no extension has them by chance. They are plain
 * elements: a component of MUI makes its styles anew for each of them.
 */
export function plainElements(palette: Palette): Readonly<Record<string, object>> {
  return { ...cells(palette), ...ticks(palette), ...marks(palette), ...people(palette) };
}

function cells({ text, muted, faint, accent, softLine }: Palette): Readonly<Record<string, object>> {
  const plainText = { fontWeight: 400, fontSize: font.size, lineHeight: 1.5 };
  return {
    '.dash-list-cell': { ...plainText, color: text, textAlign: 'left', borderBottom: `1px solid ${softLine}` },
    '.dash-list-cell.at-end': { textAlign: 'right' },
    '.dash-text-link': {
      color: accent,
      textDecoration: 'underline',
      textDecorationColor: 'transparent',
      '&:hover': { textDecorationColor: 'currentColor' },
    },
    '.dash-no-value': { ...plainText, color: muted },
    '.dash-empty-value': { ...plainText, color: faint, fontStyle: 'italic' },
  };
}

/** A checkbox that looks like one of MUI. */
function ticks({ accent, inputLine, surface }: Palette): Readonly<Record<string, object>> {
  const inside = { content: '""', gridArea: '1 / 1', boxSizing: 'border-box', width: 15, height: 15 };
  return {
    '.dash-tick': {
      appearance: 'none',
      display: 'inline-grid',
      verticalAlign: 'middle',
      boxSizing: 'border-box',
      width: 20,
      height: 20,
      margin: 0,
      padding: '2px 3px 3px 2px',
      borderRadius: '50%',
      cursor: 'pointer',
      userSelect: 'none',
      printColorAdjust: 'exact',
      '&::before': { ...inside, border: `2px solid ${inputLine}`, borderRadius: '2px' },
      '&:checked::before': { borderColor: accent, backgroundColor: accent },
      '&:checked::after': {
        ...inside,
        backgroundColor: surface,
        clipPath: 'polygon(38.9% 77.8%, 11.1% 50%, 18.9% 42.2%, 38.9% 62.1%, 81.1% 19.9%, 88.9% 27.8%)',
      },
      '&:focus-visible': { outline: `2px solid ${accent}`, outlineOffset: 1 },
      // Where the system has colors of its own, grounds are not drawn.
      '@media (forced-colors: active)': { appearance: 'auto', '&::before, &::after': { display: 'none' } },
    },
  };
}

function marks({ text, faint, tones }: Palette): Readonly<Record<string, object>> {
  return {
    '.dash-tone-mark': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 6,
      height: 22,
      maxWidth: '100%',
      padding: '0 8px 0 7px',
      borderRadius: 99,
      fontSize: 12,
      fontWeight: 550,
      whiteSpace: 'nowrap',
      '&::before': { content: '""', flex: 'none', width: 6, height: 6, borderRadius: '50%', backgroundColor: 'currentColor' },
      ...Object.fromEntries(
        Object.entries(tones).map(([tone, { text: color, soft }]) => [`&[data-tone=${tone}]`, { color, backgroundColor: soft }]),
      ),
    },
    '.dash-boolean-mark': {
      display: 'inline-flex',
      alignItems: 'center',
      verticalAlign: 'middle',
      gap: 4,
      color: faint,
      '&.is-true': { color: text },
      '& svg': { fontSize: 15 },
    },
    '.dash-color-mark': {
      display: 'inline-flex',
      alignItems: 'center',
      verticalAlign: 'middle',
      gap: 8,
      '& [data-swatch]': { flex: 'none', width: 16, height: 16, borderRadius: 4, border: `1px solid ${faint}` },
    },
  };
}

function people({ people: looks }: Palette): Readonly<Record<string, object>> {
  return {
    '.dash-avatar': {
      flex: 'none',
      display: 'inline-grid',
      placeItems: 'center',
      borderRadius: '50%',
      objectFit: 'cover',
      fontWeight: 650,
      letterSpacing: 0,
      lineHeight: 1,
      userSelect: 'none',
      // The letters are drawn and no text: what contains them is named by the whole name.
      '&::before': { content: 'attr(data-letters)' },
      ...Object.fromEntries(looks.map(({ text: color, soft }, place) => [`&[data-look="${place}"]`, { color, backgroundColor: soft }])),
    },
    // No higher than a line of text.
    '.dash-person': { display: 'inline-flex', alignItems: 'center', gap: 7, minWidth: 0, maxWidth: '100%', verticalAlign: 'bottom' },
    '.dash-person-name': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  };
}
