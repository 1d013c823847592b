import type { Theme } from '@mui/material/styles';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

const system = '"Inter", system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';

/** The brand's color, made lighter until it is readable on a dark background. */
function accentOn(mode: 'light' | 'dark', accent: string): string {
  if (!/^#[\da-f]{6}$/i.test(accent)) return mode === 'light' ? '#3f51b5' : '#9fa8da';
  if (mode === 'light') return accent;
  const parts = [1, 3, 5].map((start) => Number.parseInt(accent.slice(start, start + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(part + (255 - part) * 0.55)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Puts the name of a checked box on the element that screen readers use; react-admin puts it on the surrounding element. */
const labelOnInput = {
  root: { 'aria-label': undefined },
  input: (box: { readonly 'aria-label'?: string }) => ({ 'aria-label': box['aria-label'] }),
} as object;

interface Themed {
  readonly theme: Theme;
}

function raised({ theme }: Themed): object {
  return { border: `1px solid ${theme.palette.divider}`, boxShadow: theme.shadows[8] };
}

function grounded({ theme }: Themed): object {
  return { [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent' } };
}

/** A menu that is longer than the window shows this by its scroll bar, and by a shadow where more items follow. */
function scrolled({ theme }: Themed): object {
  const ground = theme.palette.background.default;
  const shadow = theme.palette.mode === 'light' ? 'rgba(0, 0, 0, 0.25)' : 'rgba(255, 255, 255, 0.25)';
  const none = 'rgba(0, 0, 0, 0)';
  return {
    // It starts at the edge of the window when the bar above it is scrolled out of view.
    '&.RaSidebar-appBarCollapsed .RaSidebar-fixed': { height: '100vh' },
    '& .RaSidebar-fixed': {
      scrollbarWidth: 'thin',
      '&::-webkit-scrollbar': { display: 'initial' },
      background: [
        `linear-gradient(${ground} 40%, ${none}) top / 100% 48px no-repeat local`,
        `linear-gradient(${none}, ${ground} 60%) bottom / 100% 48px no-repeat local`,
        `linear-gradient(${shadow}, ${none}) top / 100% 12px no-repeat scroll`,
        `linear-gradient(${none}, ${shadow}) bottom / 100% 12px no-repeat scroll`,
      ].join(', '),
    },
  };
}

function themeOf(mode: 'light' | 'dark', base: RaThemeOptions, accent: string): RaThemeOptions {
  const main = accentOn(mode, accent);
  return {
    ...base,
    palette: {
      ...base.palette,
      mode,
      primary: { main },
      secondary: { main },
      // Also readable on the bar of a selection.
      error: mode === 'light' ? { main: '#b3261e' } : { main: '#ff8a80', contrastText: '#1e1e24' },
      background: mode === 'light' ? { default: '#f6f6f8', paper: '#ffffff' } : { default: '#141418', paper: '#1e1e24' },
    },
    shape: { borderRadius: 8 },
    sidebar: { width: 220, closedWidth: 50 },
    typography: { fontFamily: system, h6: { fontWeight: 600 } },
    components: {
      ...base.components,
      MuiAppBar: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({ boxShadow: 'none', borderBottom: `1px solid ${theme.palette.divider}` }),
        },
        defaultProps: { color: 'default' },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: { styleOverrides: { root: ({ theme }: { theme: Theme }) => ({ border: `1px solid ${theme.palette.divider}` }) } },
      MuiButton: { styleOverrides: { root: { textTransform: 'none' } } },
      // React-admin's own indicators have no name.
      MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
      MuiCheckbox: { defaultProps: { slotProps: labelOnInput } },
      // Elements over the page have an edge, also on a dark background.
      MuiAutocomplete: { styleOverrides: { paper: raised } },
      MuiPopover: { styleOverrides: { paper: raised } },
      // On a narrow screen, filters have the background of the page.
      RaListToolbar: { styleOverrides: { root: grounded } },
      RaTopToolbar: { styleOverrides: { root: grounded } },
      RaSidebar: { styleOverrides: { root: scrolled } },
      MuiTab: { styleOverrides: { root: { textTransform: 'none' } } },
      MuiTableCell: { styleOverrides: { head: { fontWeight: 600, whiteSpace: 'nowrap' } } },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
    },
  };
}

/** The theme of the dashboard, in the color of a brand. */
export function themesOf(accent: string): { readonly light: RaThemeOptions; readonly dark: RaThemeOptions } {
  return { light: themeOf('light', defaultLightTheme, accent), dark: themeOf('dark', defaultDarkTheme, accent) };
}
