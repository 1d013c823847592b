import LanguageIcon from '@mui/icons-material/Translate';
import LogoutIcon from '@mui/icons-material/PowerSettingsNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useMemo, useState } from 'react';
import { type UserIdentity, UserMenuContextProvider, useEvent, useGetIdentity, useUserMenu } from 'react-admin';
import { Link } from 'react-router-dom';
import { Avatar } from '../cells/avatar.tsx';
import { textOf } from '../cells/value-text.ts';
import { HelpHead, HelpItems } from '../help/help-items.tsx';
import { NewsDot } from '../help/news-dot.tsx';
import { useNews } from '../help/whats-new.tsx';
import { namedIcon } from '../layout/model-icon.tsx';
import { useService } from '../session/service.ts';
import { LanguageMenu } from '../account/language-menu.tsx';
import { addressOf, type DashboardPage, useDashboardPages } from './pages.ts';
import { useSignOut } from './sign-out.ts';
import { t } from '../texts/text.ts';

/** The menu of the current user. Without room, its button is their initials alone. */
export function AccountMenu({ isWide }: { readonly isWide: boolean }) {
  const { identity } = useGetIdentity();
  const { settings } = useService();
  const pages = useDashboardPages();
  const { isThere: hasNews } = useNews();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = useEvent(() => setAnchor(null));
  const menu = useMemo(() => ({ onClose: close }), [close]);
  const name = identity?.fullName ?? t('Account');
  return (
    <UserMenuContextProvider value={menu}>
      <Button
        color="inherit"
        {...(isWide ? {} : { 'aria-label': name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        data-tour="account"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: '9px', p: '4px 6px', maxWidth: '100%', ...(isWide ? { width: '100%', justifyContent: 'flex-start' } : {}) }}
      >
        <Avatar name={identity?.fullName ?? ''} picture={textOf(identity?.avatar)} size={28} />
        {isWide && identity && <Account name={name} role={roleOf(identity)} />}
        {hasNews && <NewsDot isOver />}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        disableScrollLock
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('Account') } as object, list: { 'aria-label': t('Account') } }}
        {...above}
      >
        {pages.map((page) => page.menu === false && <PageItem key={page.path} page={page} />)}
        <LanguageItems />
        <HelpHead />
        <HelpItems />
        {settings.hasSignIn && <Divider component="li" />}
        {settings.hasSignIn && <LogoutItem />}
      </Menu>
    </UserMenuContextProvider>
  );
}

const above = {
  anchorOrigin: { vertical: 'top', horizontal: 'left' },
  transformOrigin: { vertical: 'bottom', horizontal: 'left' },
} as const;

/** What the user is, in words: the host's own, otherwise by their groups. */
function roleOf({ role, is_superuser: isSuperuser, groups }: UserIdentity & Readonly<Record<string, unknown>>): string {
  if (typeof role === 'string' && role !== '') return role;
  if (isSuperuser === true) return t('Superuser');
  const names = Array.isArray(groups) ? groups.filter((name) => typeof name === 'string') : [];
  return names.length > 0 ? names.join(', ') : t('Staff');
}

/** The name, and what the user is. */
function Account({ name, role }: { readonly name: string; readonly role: string }) {
  return (
    <Box component="span" sx={{ display: 'grid', minWidth: 0, textAlign: 'left', lineHeight: '17px' }}>
      <Box component="span" sx={cut}>
        {name}
      </Box>
      <Box component="span" sx={{ ...cut, color: 'text.disabled', fontSize: 12, fontWeight: 400 }}>
        {role}
      </Box>
    </Box>
  );
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function PageItem({ page }: { readonly page: DashboardPage }) {
  const menu = useUserMenu();
  useEffect(() => page.Page.load(), [page]);
  return (
    <MenuItem component={Link} to={addressOf(page)} onClick={menu?.onClose}>
      <ListItemIcon>{namedIcon(page.icon ?? 'article')}</ListItemIcon>
      <ListItemText>{t(page.title)}</ListItemText>
    </MenuItem>
  );
}

/** The languages of the dashboard, each in its own words. */
function LanguageItems() {
  const menu = useUserMenu();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);
  return (
    <>
      <MenuItem aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <ListItemIcon>
          <LanguageIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText>{t('Language')}</ListItemText>
      </MenuItem>
      <LanguageMenu anchor={anchor} onClose={close} onChoose={menu?.onClose} />
    </>
  );
}

function LogoutItem() {
  const menu = useUserMenu();
  const signOut = useSignOut();
  const leave = (): void => {
    menu?.onClose();
    signOut();
  };
  return (
    <MenuItem onClick={leave}>
      <ListItemIcon>
        <LogoutIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{t('Sign out')}</ListItemText>
    </MenuItem>
  );
}
