import type { Key } from '@grimoire/protocol';
import { Fragment } from 'react';
import { useGetManyAggregate } from 'react-admin';
import { useModel } from '../schema/use-schema.ts';
import { RowLink } from './row-link.tsx';

interface RowNamesProps {
  readonly model: string;
  readonly ids: readonly Key[];
}

/** Rows by their keys, each with its label, or with its key if the user may not view the row. */
export function RowNames({ model: key, ids }: RowNamesProps) {
  const model = useModel(key);
  const { data = [] } = useGetManyAggregate(key, { ids: [...ids] }, { enabled: model?.permissions.view ?? false });
  const names = new Map(data.flatMap((row) => (row ? [[String(row.id), String(row['_label'])] as const] : [])));
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      {names.has(String(id)) ? <RowLink model={key} id={id} text={names.get(String(id)) ?? ''} /> : String(id)}
    </Fragment>
  ));
}
