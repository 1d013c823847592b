import useMediaQuery from '@mui/material/useMediaQuery';
import { useGetIdentity, useTheme } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { tourAsked } from '../help/tour.tsx';
import { useService } from '../session/service.ts';
import type { Command } from '../layout/commands.tsx';
import { keysAsked } from '../layout/shortcut-help.tsx';
import { addressOf, useDashboardPages } from './pages.ts';
import { useSignOut } from './sign-out.ts';
import { t } from '../texts/text.ts';

/** What can be done on every page. */
export function useGeneralCommands(): readonly Command[] {
  const { settings } = useService();
  const { identity } = useGetIdentity();
  const pages = useDashboardPages();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const [theme, setTheme] = useTheme(isDark ? 'dark' : 'light');
  const other = theme === 'dark' ? 'light' : 'dark';
  const command = (text: string, run: () => void): Command => ({ key: `command ${text}`, text, kind: t('Dashboard'), run });
  return [
    ...pages.map((page) => command(t(page.title), () => void navigate(addressOf(page)))),
    command(other === 'light' ? t('Use the light theme') : t('Use the dark theme'), () => setTheme(other)),
    ...(identity?.['is_superuser'] === true ? [command(t('Take the tour'), () => void window.dispatchEvent(new Event(tourAsked)))] : []),
    command(t('Show the keys'), () => void window.dispatchEvent(new Event(keysAsked))),
    ...(settings.hasSignIn ? [command(t('Sign out'), signOut)] : []),
  ];
}
