import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Boundary } from '../layout/boundary.tsx';
import { ReloadButton } from '../layout/reload-button.tsx';
import { ownKinds } from '../extension/own-kinds.ts';
import { t } from '../texts/text.ts';

interface OwnPartProps {
  /** What it is, for the message: “The page “Delivery””. */
  readonly name: string;
  /** Whether it stands in a line of text. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/**
 * A part of an extension. An error in it is shown in its place, and nothing else is lost. When the extension is replaced by an edit, it starts
 * again.
 */
export function OwnPart({ children, ...part }: OwnPartProps) {
  const version = useSyncExternalStore(ownKinds.subscribe, () => ownKinds.version);
  return (
    <Boundary key={version} instead={(error) => <Broken {...part} error={error} />}>
      {children}
    </Boundary>
  );
}

function Broken({ name, isSmall = false, error }: Omit<OwnPartProps, 'children'> & { readonly error: unknown }) {
  const problem = error instanceof Error ? error.message : String(error);
  const text = t('%{name} of the extension is broken: %{problem}', { name, problem });
  if (!isSmall)
    return (
      <Alert severity="error" action={<ReloadButton />}>
        {text}
      </Alert>
    );
  return (
    <Box component="span" title={text} sx={{ color: 'error.main' }}>
      {t('Broken')}
    </Box>
  );
}
