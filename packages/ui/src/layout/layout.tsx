import Alert from '@mui/material/Alert';
import { type ReactNode, useSyncExternalStore } from 'react';
import { AppBar, Layout as AdminLayout } from 'react-admin';
import { SignInAgain } from '../account/sign-in-again.tsx';
import { SignedInAsAnother } from '../account/signed-in-as-another.tsx';
import { useService } from '../service.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';

/** The frame of every page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <AdminLayout
      menu={Navigation}
      appBar={Bar}
      sx={{ minWidth: 0, '& .RaLayout-appFrame, & .RaLayout-contentWithSidebar, & .RaLayout-content': { minWidth: 0 } }}
    >
      <Offline />
      <Maintenance />
      {children}
      <SignInAgain />
      <SignedInAsAnother />
    </AdminLayout>
  );
}

function Bar() {
  return <AppBar userMenu={<AccountMenu />} />;
}

function Maintenance() {
  const { settings } = useService();
  if (!settings.isReadOnly) return null;
  return (
    <Alert severity="info" sx={{ mt: 1 }}>
      The service is being maintained: nothing can be changed at present. Load the page again to see whether that is over.
    </Alert>
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
