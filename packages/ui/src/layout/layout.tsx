import PersonIcon from '@mui/icons-material/PersonOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Alert from '@mui/material/Alert';
import { type ReactNode, useSyncExternalStore } from 'react';
import { AppBar, Layout as AdminLayout, Logout, UserMenu, useGetIdentity, useUserMenu } from 'react-admin';
import { Link } from 'react-router-dom';
import { pageSettings } from '../settings.ts';
import { Navigation } from './navigation.tsx';

/** The frame of every page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <AdminLayout menu={Navigation} appBar={Bar} sx={{ '& .RaLayout-content': { minWidth: 0 } }}>
      <Offline />
      {children}
    </AdminLayout>
  );
}

function Bar() {
  return <AppBar userMenu={<AccountMenu />} />;
}

function AccountMenu() {
  const { identity } = useGetIdentity();
  return (
    <UserMenu label={identity?.fullName ?? 'Account'}>
      <ProfileItem />
      {pageSettings.hasSignIn && <Logout />}
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

function subscribe(changed: () => void): () => void {
  const events = ['online', 'offline'] as const;
  for (const event of events) window.addEventListener(event, changed);
  return () => {
    for (const event of events) window.removeEventListener(event, changed);
  };
}

function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      You are offline. What you see may be old, and nothing can be saved.
    </Alert>
  );
}
