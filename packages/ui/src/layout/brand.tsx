import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { useService } from '../service.ts';

/** The name of the service, with its first letter as a sign. */
export function Brand() {
  const { name } = useService().settings.brand;
  const [letter = ''] = name;
  return (
    <Box component={Link} to="/" sx={{ ...row, color: 'text.primary' }}>
      <Box aria-hidden sx={sign}>
        {letter.toLocaleUpperCase()}
      </Box>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
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
  flex: 'none',
  width: 24,
  height: 24,
  borderRadius: '7px',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  display: 'grid',
  placeItems: 'center',
  fontSize: 13,
  fontWeight: 700,
} as const;
