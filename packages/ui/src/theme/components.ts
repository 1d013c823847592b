import type { RaThemeOptions } from 'react-admin';
import { plainElements } from './plain-elements.ts';
import type { Palette } from './theme.ts';
import { font, radius, sizes } from './tokens.ts';
import { t } from '../texts/text.ts';

type Components = NonNullable<RaThemeOptions['components']>;

interface Shadow {
  readonly resting: string;
  readonly floating: string;
}

/** Puts the name of a checked box on the element that screen readers use; react-admin puts it on the surrounding element. */
const labelOnInput = {
  root: { 'aria-label': undefined },
  input: (box: { readonly 'aria-label'?: string }) => ({ 'aria-label': box['aria-label'] }),
} as object;

/** Menus and lists of options stand at the end of the page, outside of its landmarks: each is one of its own, which screen readers can go to. */
function choices(): object {
  return { role: 'region', 'aria-label': t('Choices') };
}

/** The menu at the side: as high as the window, with a scroll bar, and a shadow where more items follow. */
function sideStyle({ surface, line, mode }: Palette): object {
  const shadow = mode === 'light' ? 'rgb(0 0 0 / 0.14)' : 'rgb(255 255 255 / 0.14)';
  const none = 'rgb(0 0 0 / 0)';
  return {
    height: '100vh',
    position: 'sticky',
    top: 0,
    flex: 'none',
    backgroundColor: surface,
    borderRight: `1px solid ${line}`,
    '& .MuiPaper-root': { backgroundColor: surface, border: 0 },
    // react-admin moves it with an app bar, of which there is none.
    '&.RaSidebar-appBarCollapsed, &.RaSidebar-appBarCollapsed .RaSidebar-fixed': { marginTop: '0 !important' },
    '& .RaSidebar-fixed': { width: 'inherit', height: '100vh !important', overflow: 'hidden', marginTop: 0 },
    '& .side-menu': {
      flex: 1,
      minHeight: 0,
      overflowY: 'auto',
      scrollbarWidth: 'thin',
      background: [
        `linear-gradient(${surface} 40%, ${none}) top / 100% 32px no-repeat local`,
        `linear-gradient(${none}, ${surface} 60%) bottom / 100% 32px no-repeat local`,
        `linear-gradient(${shadow}, ${none}) top / 100% 6px no-repeat scroll`,
        `linear-gradient(${none}, ${shadow}) bottom / 100% 6px no-repeat scroll`,
      ].join(', '),
    },
  };
}

/** The looks of the controls. */
function controls({ accent, line, surface, text, muted, faint, inputLine, tones }: Palette, shadow: Shadow): Components {
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': { outline: `2px solid ${accent}`, outlineOffset: 1 } } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { borderRadius: radius.middle, minWidth: 0, whiteSpace: 'nowrap', lineHeight: '20px' },
        sizeSmall: { fontSize: 13, padding: '4px 10px' },
        text: { color: muted, '&.MuiButton-colorError': { color: tones.bad.text } },
        textPrimary: { color: text },
        contained: { '&.Mui-disabled': { backgroundColor: line, color: faint } },
        outlined: { borderColor: line, backgroundColor: surface, color: text, boxShadow: shadow.resting },
        startIcon: { '& > *:nth-of-type(1)': { fontSize: 16 } },
        endIcon: { '& > *:nth-of-type(1)': { fontSize: 16 } },
      },
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: radius.small }, sizeSmall: { padding: 5 } } },
    MuiCheckbox: {
      defaultProps: { slotProps: labelOnInput, size: 'small' },
      styleOverrides: { root: { padding: 6, color: inputLine, '&.Mui-checked': { color: accent } } },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 36 }, indicator: { height: 2 } } },
    MuiTab: {
      styleOverrides: {
        root: { minHeight: 36, minWidth: 0, padding: '6px 10px', fontWeight: 500, fontSize: 13.5, '&.Mui-selected': { color: text } },
      },
    },
    MuiLink: { styleOverrides: { root: { textDecorationColor: 'transparent', '&:hover': { textDecorationColor: 'currentColor' } } } },
  };
}

/** The looks of inputs, whose labels stand above them. */
function inputs({ surface, inputLine, text }: Palette): Components {
  return {
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: surface,
          fontSize: font.size,
          '&.Mui-disabled': { backgroundColor: 'transparent' },
          // Text, a select and a picker of one row are of one height.
          '&.MuiInputBase-sizeSmall:not(.MuiInputBase-multiline, .MuiAutocomplete-inputRoot)': { height: sizes.input },
        },
        notchedOutline: { borderColor: inputLine, top: 0, '& legend': { display: 'none' } },
      },
    },
    // The label stands above the input, where it is always read in full.
    MuiInputLabel: {
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          maxWidth: '100%',
          marginBottom: 4,
          fontSize: 12.5,
          fontWeight: 550,
          lineHeight: 1.4,
          color: text,
          whiteSpace: 'normal',
          overflowWrap: 'anywhere',
          pointerEvents: 'auto',
        },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2, fontSize: font.small, overflowWrap: 'anywhere' } } },
  };
}

/** A switch as high as a line of text, that begins where the other inputs do. */
function switches({ accent, onAccent, inputLine, surface, mode }: Palette): Components {
  const checked = { color: onAccent, transform: 'translateX(14px)', '& + .MuiSwitch-track': { backgroundColor: accent, opacity: 1 } };
  return {
    MuiSwitch: {
      styleOverrides: {
        root: { width: 34, height: 20, padding: 0, margin: '7px 10px 7px 11px', overflow: 'visible' },
        switchBase: { padding: 3, color: mode === 'light' ? surface : '#ffffff', '&.Mui-checked': checked },
        thumb: { width: 14, height: 14, boxShadow: '0 1px 2px rgb(0 0 0 / 0.25)' },
        track: { borderRadius: 10, backgroundColor: mode === 'light' ? '#8b8f9c' : inputLine, opacity: 1 },
      },
    },
  };
}

/** A message in the color of what it means. */
function notices({ tones, text }: Palette): Components {
  const looks = { Error: tones.bad, Warning: tones.warning, Info: tones.info, Success: tones.good };
  const colored = Object.entries(looks).map(([name, { text: color, soft }]): [string, object] => [
    `&.MuiAlert-standard.MuiAlert-color${name}`,
    { backgroundColor: soft, color: text, '& .MuiAlert-icon': { color } },
  ]);
  const icon = { '& .MuiAlert-icon': { padding: '6px 0', fontSize: 19 } };
  const root = { borderRadius: radius.middle, fontSize: font.size, padding: '3px 14px', ...icon, ...Object.fromEntries(colored) };
  return { MuiAlert: { styleOverrides: { root } } };
}

/** The looks of tables. */
function tables({ softLine, line, muted, text }: Palette): Components {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: softLine, fontSize: font.size },
        head: { fontWeight: 550, fontSize: font.small, color: muted, whiteSpace: 'nowrap', borderBottomColor: line },
      },
    },
    MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: text } }, icon: { fontSize: 15 } } },
  };
}

/** The looks of the menu at the side. */
function menus(palette: Palette): Components {
  const { muted, accent, softAccent } = palette;
  return {
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          minHeight: 30,
          padding: '4px 9px',
          margin: '0 10px 1px',
          borderRadius: radius.small,
          fontSize: font.size,
          fontWeight: 500,
          color: muted,
          '& .RaMenuItemLink-icon': { minWidth: 25, color: 'inherit', '& svg': { fontSize: 17 } },
          '&.RaMenuItemLink-active, &.Mui-selected': { color: accent, backgroundColor: softAccent },
          '&.Mui-selected:hover': { backgroundColor: softAccent },
        },
      },
    },
    // It stands over the page while it has the focus.
    RaSkipNavigationButton: {
      styleOverrides: { root: { backgroundColor: accent, color: palette.onAccent, '&:hover': { opacity: 1, backgroundColor: accent } } },
    },
    RaSidebar: { styleOverrides: { root: sideStyle(palette) } },
  };
}

/** The looks of MUI's and react-admin's components. */
export function componentsOf(palette: Palette, shadow: Shadow): Components {
  const { raised, line, inputLine } = palette;
  // What floats has an edge, also on a dark ground.
  const floating = { backgroundColor: raised, backgroundImage: 'none', border: `1px solid ${line}`, boxShadow: shadow.floating };
  return {
    ...controls(palette, shadow),
    ...inputs(palette),
    ...tables(palette),
    ...menus(palette),
    ...switches(palette),
    ...notices(palette),
    MuiCssBaseline: {
      styleOverrides: {
        ...plainElements(palette),
        body: { fontFeatureSettings: "'cv11', 'ss03'", WebkitFontSmoothing: 'antialiased', scrollbarColor: `${inputLine} transparent` },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      styleOverrides: { root: { border: `1px solid ${line}`, borderRadius: radius.large, boxShadow: shadow.resting } },
    },
    // React-admin's own indicators have no name.
    MuiCircularProgress: { defaultProps: { 'aria-label': t('Loading') } },
    MuiAutocomplete: {
      defaultProps: {
        slotProps: { paper: choices() },
        clearText: t('Clear'),
        closeText: t('Close'),
        openText: t('Open'),
        loadingText: t('Loading'),
      },
      styleOverrides: {
        root: { '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': { paddingTop: 5.5, paddingBottom: 5.5 } },
        paper: floating,
      },
    },
    MuiMenu: { defaultProps: { slotProps: { paper: choices() } } },
    MuiPopover: { styleOverrides: { paper: { ...floating, borderRadius: radius.middle } } },
    MuiDialog: { styleOverrides: { paper: { ...floating, borderRadius: radius.large } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 600 } } },
    MuiPagination: { defaultProps: { 'aria-label': t('Pages') } },
    MuiDialogActions: { styleOverrides: { root: { padding: '0 24px 20px' } } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 32, borderRadius: radius.small, margin: '0 4px', padding: '5px 10px' } } },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: font.small } } },
    MuiDrawer: { styleOverrides: { paper: { backgroundImage: 'none' } } },
    // The row of a list that is ticked has the ground of a chip.
    MuiChip: { styleOverrides: { root: { fontSize: font.small, border: `1px solid ${line}` } } },
  };
}
