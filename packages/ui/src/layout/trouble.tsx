import { ApiError } from '@grimoire/client';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { focusPassedOn } from './focus.ts';
import { labelled, t } from '../texts/text.ts';

/** The message to the user about a call that failed. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : t('Something went wrong.');
  const { problem } = error;
  if (problem.kind === 'unreachable') return t('The service could not be reached. Are you online?');
  if (problem.kind === 'signed out' && problem.code !== 'invalid_credentials') return t('Your session has ended.');
  if (problem.kind === 'broken' && problem.requestId)
    return t('%{detail} (request %{requestId})', { detail: problem.detail, requestId: problem.requestId });
  if (problem.kind === 'invalid') {
    const messages = Object.entries(problem.fields).filter(([name]) => name !== 'detail');
    return messages.length > 0
      ? messages.map(([name, texts]) => (name === 'non_field_errors' ? texts.join(' ') : labelled(name, texts.join(' ')))).join(' ')
      : problem.detail;
  }
  return problem.detail;
}

interface TroubleProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Shown instead of content that could not be loaded. */
export function Trouble({ error, onRetry }: TroubleProps) {
  return (
    <Alert
      severity="error"
      sx={{ my: 2 }}
      action={
        onRetry && (
          <Button ref={focusPassedOn} color="inherit" size="small" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )
      }
    >
      {messageOf(error)}
    </Alert>
  );
}
