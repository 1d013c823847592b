import MuiLink from '@mui/material/Link';
import { useState } from 'react';
import Box from '@mui/material/Box';
import { textOf } from '../cells/value-text.ts';
import { useService } from '../session/service.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { imageAddress } from '../cells/image-address.ts';
import { file } from './link.tsx';

/** A picture of a host that the settings name, in a fixed size; any other address, and a picture that can not be loaded, is a link. */
function Cell(props: KindCellProps) {
  const { field, value, isWhole } = props;
  const { imageHosts } = useService().settings;
  const [broken, setBroken] = useState<string | null>(null);
  const address = imageAddress(textOf(value), { imageHosts, protocol: location.protocol });
  if (address === undefined || broken === address) return <file.Cell {...props} />;
  const isRound = field.widget?.kind === 'image' && field.widget.shape === 'round';
  const size = isWhole ? 144 : 28;
  const picture = (
    <Box
      component="img"
      src={address}
      alt={field.verbose_name}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(address)}
      sx={{ ...frame, borderRadius: isRound ? '50%' : '6px', objectFit: isWhole && !isRound ? 'contain' : 'cover' }}
    />
  );
  if (!isWhole || address.startsWith('data:')) return picture;
  return (
    <MuiLink href={address} target="_blank" rel="noopener noreferrer">
      {picture}
    </MuiLink>
  );
}

const frame = { display: 'block', border: '1px solid', borderColor: 'divider', bgcolor: 'background.default' } as const;

/** An image, shown as a picture or as its address. */
export const image: FieldKind = { ...file, Cell, isPicture: true };
