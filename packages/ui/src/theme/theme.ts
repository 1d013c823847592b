import type { RaThemeOptions } from 'react-admin';
import { defaultDarkTheme, defaultLightTheme } from 'react-admin';
import type { ThemeColors, ThemeTokens } from '../extension/extension.ts';
import { isColor, mixed, readableOn } from './color.ts';
import { componentsOf } from './components.ts';
import { type Colors, colors, defaultAccent, font, type Mode, radius, shadows, sizes } from './tokens.ts';
import { shownIn } from '../texts/text.ts';

/** The colors of a theme, with those of the brand. */
export interface Palette extends Colors {
  readonly mode: Mode;
  readonly accent: string;
  readonly softAccent: string;
  readonly onAccent: string;
}

function paletteOf(mode: Mode, brand: string, tokens: ThemeColors): Palette {
  const own = { ...colors[mode], ...colorsIn(tokens) };
  const accent = readableOn(own.page, mode === 'light' ? brand : mixed(brand, '#ffffff', 0.35));
  const softAccent = mixed(own.surface, accent, mode === 'light' ? 0.09 : 0.2);
  return { ...own, mode, accent: readableOn(softAccent, accent), softAccent, onAccent: mode === 'light' ? '#ffffff' : '#14131f' };
}

function themeOf(mode: Mode, base: RaThemeOptions, brand: string, tokens: ThemeColors): RaThemeOptions {
  const palette = paletteOf(mode, brand, tokens);
  const { accent, onAccent, softAccent, page, surface, text, muted, faint, line, tones } = palette;
  return {
    ...base,
    direction: shownIn().direction,
    palette: {
      ...base.palette,
      mode,
      primary: { main: accent, contrastText: onAccent },
      secondary: { main: accent, contrastText: onAccent },
      error: { main: tones.bad.text, contrastText: onAccent },
      warning: { main: tones.warning.text },
      info: { main: tones.info.text },
      success: { main: tones.good.text },
      background: { default: page, paper: surface },
      text: { primary: text, secondary: muted, disabled: faint },
      divider: line,
      action: { hover: mixed(surface, accent, mode === 'light' ? 0.045 : 0.09), selected: softAccent, selectedOpacity: 0.1 },
    },
    shape: { borderRadius: radius.middle },
    sidebar: { width: sizes.menu, closedWidth: 56 },
    typography: {
      fontFamily: font.family,
      fontSize: font.size,
      htmlFontSize: 16,
      body1: { fontSize: font.size, lineHeight: 1.5 },
      body2: { fontSize: font.size, lineHeight: 1.5 },
      caption: { fontSize: font.small },
      button: { fontSize: 13, fontWeight: 550, textTransform: 'none' },
      subtitle1: { fontSize: font.size, fontWeight: 600 },
      h1: { fontSize: font.title, fontWeight: 620, letterSpacing: '-0.015em', lineHeight: 1.3 },
      h2: { fontSize: 15, fontWeight: 600, lineHeight: 1.4 },
      h5: { fontSize: 24, fontWeight: 620, letterSpacing: '-0.02em' },
      h6: { fontSize: 15, fontWeight: 600 },
    },
    components: { ...base.components, ...componentsOf(palette, shadows[mode]) },
  };
}

/** Those of an extension that are colors; others are said on the console. */
function colorsIn(tokens: ThemeColors): ThemeColors {
  const isKnown = ([name, color]: [string, unknown]): boolean => {
    const isRight = tokenNames.has(name) && typeof color === 'string' && isColor(color);
    if (!isRight)
      console.warn(`The theme of the extension has no token "${name}" with the color "${String(color)}": colors are written as #5747d1.`);
    return isRight;
  };
  return Object.fromEntries(Object.entries(tokens).filter(isKnown)) as ThemeColors;
}

const { tones: _, people: __, ...plainColors } = colors.light;
const tokenNames: ReadonlySet<string> = new Set(Object.keys(plainColors));

/** The theme of the dashboard, in the color of a brand, with the tokens of an extension. */
export function themesOf(accent: string, tokens: ThemeTokens = {}): { readonly light: RaThemeOptions; readonly dark: RaThemeOptions } {
  const brand = isColor(accent) ? accent : defaultAccent;
  return {
    light: themeOf('light', defaultLightTheme, brand, tokens.light ?? {}),
    dark: themeOf('dark', defaultDarkTheme, brand, tokens.dark ?? {}),
  };
}
