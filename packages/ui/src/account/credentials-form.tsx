import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Form, PasswordInput, RecordContextProvider, required, TextInput } from 'react-admin';
import { messageOf } from '../layout/trouble.tsx';
import { t } from '../texts/text.ts';

interface CredentialsFormProps {
  /** Signs in. The form shows the error that it throws. */
  readonly onSubmit: (credentials: { username: string; password: string }) => Promise<unknown>;
}

/** Asks for a name and a password. */
export function CredentialsForm({ onSubmit }: CredentialsFormProps) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const submit = async (values: object): Promise<void> => {
    setRunning(true);
    setTrouble(null);
    try {
      await onSubmit(values as { username: string; password: string });
    } catch (error) {
      setTrouble(messageOf(error));
    }
    setRunning(false);
  };
  return (
    <RecordContextProvider value={undefined}>
      <Form onSubmit={submit} disableInvalidFormNotification noValidate>
        <TextInput
          source="username"
          label={t('User name')}
          helperText={false}
          fullWidth
          // The dialog has no other purpose than this input.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          validate={required()}
          slotProps={{ htmlInput: { autoComplete: 'username' } }}
        />
        <PasswordInput
          source="password"
          label={t('Password')}
          helperText={false}
          fullWidth
          validate={required()}
          slotProps={{ htmlInput: { autoComplete: 'current-password' } }}
        />
        {trouble !== null && (
          <Alert severity="error" sx={{ my: 1 }}>
            {trouble}
          </Alert>
        )}
        <Button type="submit" variant="contained" fullWidth disabled={isRunning} sx={{ mt: 2 }}>
          {t('Sign in')}
        </Button>
      </Form>
    </RecordContextProvider>
  );
}
