import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import LanguageIcon from '@mui/icons-material/Translate';
import { useState } from 'react';
import { useLogin } from 'react-admin';
import { loadedPart } from '../loading/loaded-part.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { nameOf } from '../texts/language.ts';
import { BrandSign } from '../layout/brand.tsx';
import { useService } from '../session/service.ts';
import { SignInForms } from './sign-in-forms.tsx';
import { shownIn, t } from '../texts/text.ts';

/** Loaded only where a host application signs users in. */
const Elsewhere = loadedPart(async () => (await import('./elsewhere.tsx')).Elsewhere);

/** Signs in and returns to the requested page. Where the host application authenticates users, it links to that application's sign-in. */
export function SignIn() {
  const login = useLogin();
  const { settings } = useService();
  return (
    <Box
      component="main"
      sx={{ display: 'grid', placeItems: 'center', placeContent: 'center', minHeight: '100vh', p: 2, bgcolor: 'background.default' }}
    >
      <Card sx={{ width: 'min(380px, 100%)' }}>
        <CardContent sx={{ p: 4 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2.5 }}>
            <BrandSign size={36} />
            <Typography component="h1" variant="h5" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {settings.brand.name}
            </Typography>
          </Box>
          {settings.hasSignIn ? <SignInForms onSubmit={login} /> : <Elsewhere />}
        </CardContent>
      </Card>
      <LanguageButton />
    </Box>
  );
}

/** The language, for who is not signed in yet. */
function LanguageButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-label={t('Language: %{language}', { language: nameOf(shownIn().language) })}
        startIcon={<LanguageIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ mt: 2, color: 'text.secondary' }}
      >
        {nameOf(shownIn().language)}
      </Button>
      <LanguageMenu anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
