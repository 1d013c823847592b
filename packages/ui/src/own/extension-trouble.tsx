import Alert from '@mui/material/Alert';
import { ReloadButton } from '../layout/reload-button.tsx';
import { useExtensionProblem } from './use-extension.ts';
import { t } from '../texts/text.ts';

/** What is wrong with the extension as a whole; the dashboard works without it. */
export function ExtensionTrouble() {
  const problem = useExtensionProblem();
  if (problem === null) return null;
  return (
    <Alert severity="error" action={<ReloadButton />} sx={{ mt: 2 }}>
      {t('The extension of the dashboard could not be loaded. %{problem}', { problem })}
    </Alert>
  );
}
