import MenuIcon from '@mui/icons-material/Menu';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useRef } from 'react';
import { Sidebar, type SidebarProps, SkipNavigationButton, useSidebarState } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { SignInAgain } from '../account/sign-in-again.tsx';
import { SignedInAsAnother } from '../account/signed-in-as-another.tsx';
import { ExtensionTrouble } from '../own/extension-trouble.tsx';
import { Tour } from '../help/tour.tsx';
import { WhatsNew } from '../help/whats-new.tsx';
import { useService } from '../session/service.ts';
import { sizes } from '../theme/tokens.ts';
import { Brand } from '../layout/brand.tsx';
import { CommandsProvider } from '../layout/commands.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { contentId } from '../layout/focus.ts';
import { PageBoundary } from '../layout/page-trouble.tsx';
import { Palette, PaletteButton } from './palette.tsx';
import { Navigation } from './navigation.tsx';
import { useOnline } from '../layout/online.ts';
import { Framed } from '../layout/starting.tsx';
import { ShortcutHelp } from '../layout/shortcut-help.tsx';
import { t } from '../texts/text.ts';

/** The frame of every page: the menu at its side, and on a narrow screen a bar above it. */
export function Layout({ children }: { readonly children: ReactNode }) {
  useKeptFocus();
  return (
    <CommandsProvider>
      <Box className="layout" sx={frame}>
        <SkipNavigationButton />
        <Bar />
        <Side>
          <Navigation />
        </Side>
        <Box component="main" id={contentId} sx={content}>
          <Offline />
          <Maintenance />
          <ExtensionTrouble />
          <Framed value>
            <PageBoundary>{children}</PageBoundary>
          </Framed>
        </Box>
      </Box>
      {/* They stand outside of the page: one that is still loading would hide them, and take the keyboard from them. */}
      <Palette />
      <ShortcutHelp />
      <Tour />
      <WhatsNew />
      <SignInAgain />
      <SignedInAsAnother />
    </CommandsProvider>
  );
}

const frame = {
  display: 'flex',
  minWidth: 0,
  minHeight: '100vh',
  pt: { xs: '48px', sm: 0 },
  boxSizing: 'border-box',
  position: 'relative',
  bgcolor: 'background.default',
  // On paper, a page has its values alone, and a list all of its rows.
  '@media print': {
    display: 'block',
    pt: 0,
    '& nav, & .RaSidebar-root, & button, & [role=toolbar], & .MuiTablePagination-root, & .dash-tick-cell, & .MuiTabs-root': {
      display: 'none !important',
    },
    '& main, & main *': { overflow: 'visible !important', maxHeight: 'none !important' },
    '& main, & main .list-page, & .table-scroll': { display: 'block', height: 'auto !important', minHeight: '0 !important', p: 0 },
    '& thead th': { position: 'static !important' },
    '& tr': { breakInside: 'avoid' },
  },
} as const;

const content = {
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 0',
  minWidth: 0,
  padding: { xs: '0 16px 16px', sm: `0 ${sizes.gutter}px ${sizes.gutter}px` },
  minHeight: { xs: 'calc(100vh - 48px)', sm: '100vh' },
  boxSizing: 'border-box',
  // It has the focus after a navigation: no control that a ring would show.
  '&:focus': { outline: 'none' },
  // A list has the height of the window, and scrolls inside.
  '&:has(.list-page)': { height: { sm: '100vh' }, minHeight: { sm: 520 }, pb: { sm: 0 } },
} as const;

/** On a narrow screen the menu is a dialog, which has a name, and is closed where another page is opened. */
function Side(props: SidebarProps) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const { key } = useLocation();
  const shown = useRef(key);
  const [, setOpen] = useSidebarState();
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (isNarrow) setOpen(false);
  }, [key, isNarrow, setOpen]);
  return <Sidebar {...props} {...(isNarrow ? { slotProps: { paper: { 'aria-label': t('Menu') } } } : {})} />;
}

/** On a narrow screen, the button that opens the menu. */
function Bar() {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [isOpen, setOpen] = useSidebarState();
  if (!isNarrow) return null;
  return (
    <Box component="header" sx={bar}>
      <IconButton size="small" data-tour="menu" aria-label={isOpen ? t('Close menu') : t('Open menu')} onClick={() => setOpen(!isOpen)}>
        <MenuIcon />
      </IconButton>
      <Brand />
      <Box sx={{ ml: 'auto', width: 36 }}>
        <PaletteButton isWide={false} />
      </Box>
    </Box>
  );
}

const bar = {
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 'appBar',
  height: 48,
  px: 1,
  gap: 0.5,
  display: 'flex',
  alignItems: 'center',
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const;

function Maintenance() {
  const { settings } = useService();
  if (!settings.isReadOnly) return null;
  return (
    <Alert severity="info" sx={{ mt: 2 }}>
      {t('The service is being maintained: nothing can be changed at present. Load the page again to see whether that is over.')}
    </Alert>
  );
}

function Offline() {
  const isOnline = useOnline();
  if (isOnline) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {t('You are offline. What you see may be old, and nothing can be saved.')}
    </Alert>
  );
}
