import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { wordOperators } from './operators.ts';
import { inputOf, text } from './text.tsx';

/** Only web addresses become links; any other value is text. */
function Cell({ value }: KindCellProps) {
  const href = textOf(value);
  if (!/^https?:\/\//i.test(href)) return <>{cut(href)}</>;
  return (
    <a className="dash-text-link" href={href} target="_blank" rel="noopener noreferrer" onClick={(event) => event.stopPropagation()}>
      {cut(href.replace(/^https?:\/\//i, ''))}
    </a>
  );
}

/** A web address. */
export const link: FieldKind = { ...text, Cell, Input: inputOf('url'), holds: 'link' };

/** A file, shown as its address. */
export const file: FieldKind = { ...link, operators: wordOperators, entry: undefined };
