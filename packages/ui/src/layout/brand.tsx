import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { useService } from '../session/service.ts';

/** The name of the service after its sign, as the way to the home page. */
export function Brand() {
  const { name } = useService().settings.brand;
  return (
    <Box component={Link} to="/" sx={{ ...row, color: 'text.primary' }}>
      <BrandSign size={24} />
      <Box component="span" title={name} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
    </Box>
  );
}

/** The logo of the service, or the first letter of its name. It stands beside the name, so screen readers do not read it. */
export function BrandSign({ size }: { readonly size: number }) {
  const { name, logo } = useService().settings.brand;
  const { mode } = useTheme().palette;
  const [letter = ''] = name;
  const box = { flex: 'none', width: size, height: size };
  if (logo) return <Box component="img" src={logo[mode]} alt="" sx={{ ...box, objectFit: 'contain' }} />;
  return (
    <Box aria-hidden sx={{ ...sign, ...box, fontSize: size * 0.55, borderRadius: `${Math.round(size * 0.29)}px` }}>
      {letter.toLocaleUpperCase()}
    </Box>
  );
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '9px',
  minWidth: 0,
  px: '8px',
  py: '4px',
  fontWeight: 600,
  fontSize: 14,
  textDecoration: 'none',
} as const;

const sign = {
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  display: 'grid',
  placeItems: 'center',
  fontWeight: 700,
} as const;
