import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Form, PasswordInput, required, useGetIdentity, useNotify } from 'react-admin';
import { formErrors } from '../form/form-errors.ts';
import { messageOf } from '../layout/trouble.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';

/** The current user's profile, and the form that changes their password. */
export function Profile() {
  const { identity } = useGetIdentity();
  const { settings } = useService();
  return (
    <>
      <PageHead title={t('Profile')} />
      <Card sx={{ maxWidth: 480 }}>
        <CardContent>
          <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: '12px 32px' }}>
            <Fact label={t('Name')} text={identity?.fullName ?? ''} />
            {typeof identity?.['username'] === 'string' && <Fact label={t('User name')} text={identity['username']} />}
          </Box>
          {settings.signIn.passwords && <PasswordForm />}
        </CardContent>
      </Card>
    </>
  );
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, fontWeight: 550 }}>
        <bdi>{text}</bdi>
      </Box>
    </div>
  );
}

const fields = { old_password: 'old', new_password: 'new' } as const;

function PasswordForm() {
  const [done, setDone] = useState(0);
  const { client } = useService();
  const notify = useNotify();
  async function save(values: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    try {
      await client.changePassword({ old: String(values[fields.old_password]), new: String(values[fields.new_password]) });
    } catch (error) {
      const {
        old_password: old,
        new_password: next,
        ...rest
      } = formErrors(error, new Set(Object.keys(fields))) ?? { root: { serverError: messageOf(error) } };
      return { ...rest, ...(old ? { old } : {}), ...(next ? { new: next } : {}) };
    }
    notify(t('The password is changed. Everywhere else you are signed out.'), { type: 'success' });
    setDone(done + 1);
    return undefined;
  }
  return (
    <Form key={done} onSubmit={save}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mt: 3 }}>
        {t('Change the password')}
      </Typography>
      <PasswordInput
        source="old"
        label={t('Current password')}
        helperText={false}
        fullWidth
        validate={required()}
        slotProps={{ htmlInput: { autoComplete: 'current-password' } }}
      />
      <PasswordInput
        source="new"
        label={t('New password')}
        helperText={false}
        fullWidth
        validate={required()}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
      <Alert severity="info" sx={{ my: 1 }}>
        {t('Every other session of yours ends.')}
      </Alert>
      <Button type="submit" variant="contained">
        {t('Change the password')}
      </Button>
    </Form>
  );
}
