import { rowOf } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Broken } from '../inputs/broken.ts';
import { kindOf } from './registry.ts';
import { t } from '../texts/text.ts';

interface CellProps {
  readonly field: FieldSchema;
  readonly record: RaRecord;
  /** Whether the whole value is shown, as on the page of a row, or a shortened one, as in a list. */
  readonly isWhole?: boolean;
  /** Whether a shortened text gets a button that shows all of it: not inside a link. */
  readonly canOpen?: boolean;
}

/** A value of a row in readable form, by the kind of its field. No value and the empty text are two things. */
export function Cell({ field, record, isWhole = false, canOpen = false }: CellProps): ReactNode {
  const row = rowOf(record);
  const value = row[field.name];
  if (value instanceof Broken) return <bdi>{value.entered}</bdi>;
  if (value === null || value === undefined) return <Nothing />;
  // The empty text may be a choice with a label.
  if (value === '' && !row[`${field.name}_display`]) return <Empty />;
  const kind = kindOf(field);
  return <kind.Cell field={field} value={value} row={row} isWhole={isWhole} canOpen={canOpen} kindOf={kindOf} />;
}

function Nothing() {
  return <span className="dash-no-value">—</span>;
}

function Empty() {
  return <span className="dash-empty-value">{t('empty')}</span>;
}
