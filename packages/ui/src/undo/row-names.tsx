import type { Key } from '@grimoire/protocol';
import { Fragment } from 'react';
import { useGetManyAggregate } from 'react-admin';
import { RowLink } from '../cells/row-link.tsx';
import { textOf } from '../cells/value-text.ts';
import { capitalized, useModel } from '../schema/use-schema.ts';
import { t } from '../texts/text.ts';

/** A row, by its key. */
export interface NamedRow {
  readonly model: string;
  readonly pk: Key;
}

/** The most rows that are named. */
const most = 5;

/** Some rows by their models and labels. */
export function RowNames({ rows }: { readonly rows: readonly NamedRow[] }) {
  return (
    <>
      {rows.slice(0, most).map(({ model, pk }, index) => (
        <Fragment key={`${model} ${pk}`}>
          {index > 0 && ' · '}
          <RowName model={model} pk={pk} />
        </Fragment>
      ))}
      {rows.length > most && ` ${t('and %{number} more', { number: rows.length - most })}`}
    </>
  );
}

/** “Order 1200”, with a link in another tab; of a row that can not be read, its key. */
export function RowName({ model, pk }: NamedRow) {
  const summary = useModel(model);
  const { data: [record] = [] } = useGetManyAggregate(model, { ids: [pk] }, { enabled: summary?.permissions.view === true, retry: false });
  return (
    <>
      {capitalized(summary?.verbose_name ?? model)}{' '}
      <b>{record ? <RowLink model={model} id={pk} text={textOf(record['_label'])} isInNewTab /> : String(pk)}</b>
    </>
  );
}
