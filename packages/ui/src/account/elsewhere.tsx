import { type Client, settled } from '@grimoire/client';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';

/** Where the host application signs users in: why the user is not signed in here, and the link to its sign-in. */
export function Elsewhere() {
  const { client, settings } = useService();
  const { signInUrl } = settings;
  const { data: isKnown } = useQuery({
    queryKey: ['signed in elsewhere'],
    queryFn: () => isSignedInElsewhere(client),
    gcTime: 0,
    retry: false,
  });
  return (
    <>
      <Typography component="output" sx={{ display: 'block', minHeight: '3em' }}>
        {isKnown === true && t('You are signed in, but your account is not one of staff. Ask an administrator for it.')}
        {isKnown === false && t('You are not signed in.')}
      </Typography>
      {signInUrl !== null && (
        <Button href={signInUrl} variant="contained" fullWidth sx={{ mt: 2 }}>
          {t('Sign in')}
        </Button>
      )}
    </>
  );
}

/** Whether the application knows the user, who is no member of staff. */
async function isSignedInElsewhere(client: Pick<Client, 'me'>): Promise<boolean> {
  const user = await settled(client.me());
  return !user.ok && user.problem.kind === 'forbidden' && user.problem.code === 'not_staff';
}
