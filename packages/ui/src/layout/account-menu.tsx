import LanguageIcon from '@mui/icons-material/Translate';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import LogoutIcon from '@mui/icons-material/PowerSettingsNew';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import StorageIcon from '@mui/icons-material/StorageOutlined';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useGetIdentity, UserMenu, useUserMenu } from 'react-admin';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '../service.ts';
import { LanguageMenu } from './language-menu.tsx';
import { keysAsked } from './shortcut-help.tsx';
import { useSignOut } from './sign-out.ts';
import { t } from '../texts/text.ts';

/** The menu of the current user. */
export function AccountMenu() {
  const { identity } = useGetIdentity();
  const { settings } = useService();
  return (
    <UserMenu label={identity?.fullName ?? t('Account')} icon={<Initials name={identity?.fullName ?? ''} />}>
      <ProfileItem />
      {identity?.['is_superuser'] === true && <DoctorItem />}
      <LanguageItems />
      <KeysItem />
      {settings.hasSignIn && <LogoutItem />}
    </UserMenu>
  );
}

/** The first letters of the first and the last name. */
function Initials({ name }: { readonly name: string }) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => Array.from(word ?? '')[0] ?? '');
  // As a picture: the button is named by the whole name.
  return <Box component="span" aria-hidden data-letters={letters.join('').toLocaleUpperCase()} sx={initials} />;
}

const initials = {
  '&::before': { content: 'attr(data-letters)', fontSize: 10.5 },
  display: 'grid',
  placeItems: 'center',
  width: 26,
  height: 26,
  borderRadius: '50%',
  bgcolor: 'action.selected',
  color: 'primary.main',
  fontWeight: 650,
} as const;

function ProfileItem() {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to="/profile" onClick={menu?.onClose}>
      <ListItemIcon>
        <PersonIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{t('Profile')}</ListItemText>
    </MenuItem>
  );
}

function DoctorItem() {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to="/doctor" onClick={menu?.onClose}>
      <ListItemIcon>
        <StorageIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{t('Database')}</ListItemText>
    </MenuItem>
  );
}

function KeysItem() {
  const menu = useUserMenu();
  const open = (): void => {
    menu?.onClose();
    window.dispatchEvent(new Event(keysAsked));
  };
  return (
    <MenuItem onClick={open}>
      <ListItemIcon>
        <KeyboardIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{t('Keys')}</ListItemText>
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
  const leave = useSignOut();
  return (
    <MenuItem onClick={leave}>
      <ListItemIcon>
        <LogoutIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{t('Logout')}</ListItemText>
    </MenuItem>
  );
}
