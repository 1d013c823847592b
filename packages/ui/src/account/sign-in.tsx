import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Form, PasswordInput, required, TextInput, useLogin } from 'react-admin';
import { messageOf } from '../layout/trouble.tsx';
import { pageSettings } from '../settings.ts';

/** Signs in, and goes on to where one was; where the host's own users come, it says where they sign in. */
export function SignIn() {
  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100vh', p: 2, bgcolor: 'background.default' }}>
      <Card sx={{ width: 'min(380px, 100%)' }}>
        <CardContent sx={{ p: 4 }}>
          <Typography component="h1" variant="h5" sx={{ mb: 2 }}>
            {pageSettings.brand.name}
          </Typography>
          {pageSettings.hasSignIn ? <SignInForm /> : <Elsewhere />}
        </CardContent>
      </Card>
    </Box>
  );
}

function Elsewhere() {
  const { signInUrl } = pageSettings;
  return (
    <>
      <Typography>You are not signed in, or not as a member of staff.</Typography>
      {signInUrl !== null && (
        <Button href={signInUrl} variant="contained" fullWidth sx={{ mt: 2 }}>
          Sign in
        </Button>
      )}
    </>
  );
}

function SignInForm() {
  const login = useLogin();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const submit = async (values: object): Promise<void> => {
    setRunning(true);
    setTrouble(null);
    try {
      await login(values);
    } catch (error) {
      setTrouble(messageOf(error));
    }
    setRunning(false);
  };
  return (
    <Form onSubmit={submit} disableInvalidFormNotification>
      <TextInput
        source="username"
        label="User name"
        helperText={false}
        fullWidth
        // The page is there for nothing else.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        validate={required()}
        slotProps={{ htmlInput: { autoComplete: 'username' } }}
      />
      <PasswordInput
        source="password"
        label="Password"
        helperText={false}
        fullWidth
        validate={required()}
        slotProps={{ htmlInput: { autoComplete: 'current-password' } }}
      />
      {trouble && (
        <Alert severity="error" sx={{ my: 1 }}>
          {trouble}
        </Alert>
      )}
      <Button type="submit" variant="contained" fullWidth disabled={isRunning} sx={{ mt: 2 }}>
        Sign in
      </Button>
    </Form>
  );
}
