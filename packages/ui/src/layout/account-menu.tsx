import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import LogoutIcon from '@mui/icons-material/PowerSettingsNew';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import StorageIcon from '@mui/icons-material/StorageOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useGetIdentity, useLogout, UserMenu, useUserMenu } from 'react-admin';
import { Link } from 'react-router-dom';
import { useService } from '../service.ts';
import { keysAsked } from './shortcut-help.tsx';

/** The menu of the current user. */
export function AccountMenu() {
  const { identity } = useGetIdentity();
  const { settings } = useService();
  return (
    <UserMenu label={identity?.fullName ?? 'Account'}>
      <ProfileItem />
      {identity?.['is_superuser'] === true && <DoctorItem />}
      <KeysItem />
      {settings.hasSignIn && <LogoutItem />}
    </UserMenu>
  );
}

function ProfileItem() {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to="/profile" onClick={menu?.onClose}>
      <ListItemIcon>
        <PersonIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>Profile</ListItemText>
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
      <ListItemText>Database</ListItemText>
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
      <ListItemText>Keys</ListItemText>
    </MenuItem>
  );
}

function LogoutItem() {
  const logout = useLogout();
  const { unsaved } = useService();
  const leave = (): void => {
    if (unsaved.isThere && !window.confirm('What you filled in is not saved. Sign out all the same?')) return;
    unsaved.giveUp();
    void logout(null, undefined, false);
  };
  return (
    <MenuItem onClick={leave}>
      <ListItemIcon>
        <LogoutIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>Logout</ListItemText>
    </MenuItem>
  );
}
