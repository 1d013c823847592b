import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { imageAddress } from './image-address.ts';
import { useService } from '../service.ts';
import { colors } from '../theme/tokens.ts';
import { initialsOf, placeOf } from './initials.ts';

interface AvatarProps {
  /** The name, which stands beside it. */
  readonly name: string;
  /** The address of a picture, which is shown where the settings name its host. */
  readonly picture?: string | undefined;
  /** Pixels. */
  readonly size?: number;
}

/** A person as a picture, or as initials on a color that is always the same for a name. Nothing for screen readers: the name is beside it. */
export function Avatar({ name, picture = '', size = 24 }: AvatarProps) {
  const { imageHosts } = useService().settings;
  const [broken, setBroken] = useState<string | null>(null);
  const { people } = colors[useTheme().palette.mode];
  const address = picture === '' ? undefined : imageAddress(picture, { imageHosts, protocol: location.protocol });
  const square = { width: size, height: size, flex: 'none', borderRadius: '50%' };
  if (address !== undefined && broken !== address) {
    const given = { src: address, alt: '', loading: 'lazy', referrerPolicy: 'no-referrer' } as const;
    return <Box component="img" className="avatar" {...given} onError={() => setBroken(address)} sx={{ ...square, objectFit: 'cover' }} />;
  }
  const { text: color, soft } = people[placeOf(name, people.length)] ?? { text: 'inherit', soft: 'transparent' };
  // The letters are drawn and no text: what contains them is named by the whole name.
  const letters = { content: 'attr(data-letters)', fontSize: Math.round(size * 0.42), letterSpacing: 0, lineHeight: 1 };
  return (
    <Box
      component="span"
      aria-hidden
      className="avatar"
      data-letters={initialsOf(name)}
      sx={{ ...square, ...initials, color, bgcolor: soft, '&::before': letters }}
    />
  );
}

const initials = { display: 'inline-grid', placeItems: 'center', fontWeight: 650, userSelect: 'none' } as const;

/** A person's name with their picture before it. */
export function Person({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Box component="span" sx={person}>
      <Avatar name={name} size={20} />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children}
      </Box>
    </Box>
  );
}

/** No higher than a line of text. */
const person = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '7px',
  minWidth: 0,
  maxWidth: '100%',
  verticalAlign: 'bottom',
} as const;
