import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { inputOf, text } from './text.tsx';

/** A `tel:` link that contains the digits only. */
function Cell({ value }: KindCellProps) {
  const number = textOf(value).trim();
  if (!/^\+?[\d\s()./-]{3,30}$/.test(number) || !/\d{2}/.test(number)) return <>{cut(number)}</>;
  return (
    <a className="dash-text-link" href={`tel:${number.replaceAll(/[^\d+]/g, '')}`} onClick={(event) => event.stopPropagation()}>
      {number}
    </a>
  );
}

/** The number of a telephone. */
export const phone: FieldKind = { ...text, Cell, Input: inputOf('tel'), holds: 'link' };
