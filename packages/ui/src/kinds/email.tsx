import MuiLink from '@mui/material/Link';
import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { inputOf, text } from './text.tsx';

/** A link that begins a letter to an address, and says nothing else of it: `?bcc=…` is a part of the address. */
function Cell({ value }: KindCellProps) {
  const address = textOf(value);
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return <>{cut(address)}</>;
  return (
    <MuiLink href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`} onClick={(event) => event.stopPropagation()}>
      {address}
    </MuiLink>
  );
}

/** An address of mail. */
export const email: FieldKind = { ...text, Cell, Input: inputOf('email'), holds: 'link' };
