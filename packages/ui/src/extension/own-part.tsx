import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { Component, type ReactNode, useSyncExternalStore } from 'react';
import { ownKinds } from './own-kinds.ts';
import { t } from '../texts/text.ts';

interface OwnPartProps {
  /** What it is, for the message: “The page “Delivery””. */
  readonly name: string;
  /** Whether it stands in a line of text. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

interface OwnPartState {
  readonly problem: string | null;
}

/**
 * A part of an extension. An error in it is shown in its place, and nothing else is lost. When the extension is replaced by an edit, it starts
 * again.
 */
export function OwnPart(props: OwnPartProps) {
  const version = useSyncExternalStore(ownKinds.subscribe, () => ownKinds.version);
  return <Guard key={version} {...props} />;
}

class Guard extends Component<OwnPartProps, OwnPartState> {
  override state: OwnPartState = { problem: null };

  static getDerivedStateFromError(error: unknown): OwnPartState {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { name, isSmall = false, children } = this.props;
    const { problem } = this.state;
    if (problem === null) return children;
    const text = t('%{name} of the extension is broken: %{problem}', { name, problem });
    if (!isSmall) return <Alert severity="error">{text}</Alert>;
    return (
      <Box component="span" title={text} sx={{ color: 'error.main' }}>
        {t('Broken')}
      </Box>
    );
  }
}
