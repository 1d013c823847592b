import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type ReactNode } from 'react';
import { useResetErrorBoundaryOnLocationChange } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { NotLoaded } from '../loading/loaded-part.tsx';
import { Boundary } from './boundary.tsx';
import { useOnline } from './online.ts';
import { PageHead } from './page-head.tsx';
import { ReloadButton } from './reload-button.tsx';
import { messageOf } from './trouble.tsx';
import { t } from '../texts/text.ts';

/** Around a page: one that fails leaves the menu, and the pages that are opened after it. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary resetBy={key} instead={(error) => <PageTrouble error={error} />}>
      {children}
    </Boundary>
  );
}

interface AppTroubleProps {
  readonly error: unknown;
  readonly resetErrorBoundary: (...reasons: unknown[]) => void;
}

/** Shown instead of the whole dashboard, where its frame fails. */
export function AppTrouble({ error, resetErrorBoundary }: AppTroubleProps) {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return (
    <Box component="main" sx={{ p: 2 }}>
      <PageTrouble error={error} />
    </Box>
  );
}

/** Shown instead of a page that fails, or whose code could not be loaded: its files have other names after an update of the service. */
function PageTrouble({ error }: Pick<AppTroubleProps, 'error'>) {
  return (
    <>
      <PageHead title={t('This page could not be shown')} />
      <Alert severity="error" action={<ReloadButton />}>
        <Reason isOfCode={error instanceof NotLoaded} />
        <Box dir="auto" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {messageOf(error) || t('Something went wrong.')}
        </Box>
      </Alert>
    </>
  );
}

function Reason({ isOfCode }: { readonly isOfCode: boolean }) {
  const isOnline = useOnline();
  if (!isOfCode) return t('Reload the page. If that does not help, show this message to an administrator:');
  return isOnline
    ? t('The dashboard may have been updated since you opened it. Reload the page.')
    : t('The service could not be reached. Are you online?');
}
