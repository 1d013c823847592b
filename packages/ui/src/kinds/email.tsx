import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { inputOf, text } from './text.tsx';

/** A `mailto:` link that contains the address only: `?bcc=…` is treated as a part of the address. */
function Cell({ value }: KindCellProps) {
  const address = textOf(value);
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return <>{cut(address)}</>;
  return (
    <a
      className="dash-text-link"
      href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}
      onClick={(event) => event.stopPropagation()}
    >
      {address}
    </a>
  );
}

/** An email address. */
export const email: FieldKind = { ...text, Cell, Input: inputOf('email'), holds: 'link' };
