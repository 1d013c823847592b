import { Link } from 'react-router-dom';
import { textOf } from '../cells/value-text.ts';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { serial } from './number.tsx';
import { t } from '../texts/text.ts';

function Cell({ value }: KindCellProps) {
  const id = textOf(value);
  return (
    <Link className="dash-text-link" to={`/changes/${encodeURIComponent(id)}`} onClick={(event) => event.stopPropagation()}>
      {t('Change %{id}', { id })}
    </Link>
  );
}

/** The number of a change set, as a link to its page. */
export const changeSet: FieldKind = { ...serial, Cell, holds: 'link' };
