import Box from '@mui/material/Box';

interface BarProps {
  /** Pixels, or a length of CSS. */
  readonly width?: number | string;
  /** Pixels. */
  readonly height?: number;
}

/** A grey shape in the place of a text, or of a control, that is being loaded. */
export function Bar({ width = '100%', height = 12 }: BarProps) {
  return <Box component="span" sx={{ ...shape, ...(height > 20 ? large : {}), width, height }} />;
}

const shape = {
  display: 'block',
  maxWidth: '100%',
  bgcolor: 'text.primary',
  opacity: 0.09,
  borderRadius: '4px',
  '@keyframes breathe': { '50%': { opacity: 0.035 } },
  '@media (prefers-reduced-motion: no-preference)': { animation: 'breathe 1.6s ease-in-out infinite' },
} as const;

/** The shape of a control. */
const large = { opacity: 0.06, borderRadius: '8px' } as const;
