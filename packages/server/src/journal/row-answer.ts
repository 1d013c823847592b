import type { ChangedRow as ChangedRowAnswer, Diff } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import type { ChangedLinks, ChangedRow } from '../store/changed-rows.ts';

/** The changed links of a row, by the names of many-to-many fields. */
export type RowLinks = ReadonlyMap<string, ChangedLinks>;

/** A row of a change set, with its links. */
export interface ShownChange {
  readonly model: Model;
  readonly row: ChangedRow;
  readonly links: RowLinks;
}

/** A row with the fields that the reader may see. */
export function rowAnswer(change: ShownChange, policy: Policy): ChangedRowAnswer {
  const { model, row } = change;
  return { model: model.key, pk: row.key, label: row.label, op: row.operation, cause: causeOf(row), diff: diffOf(change, policy) };
}

/** What has changed a row: the request or code that it ran, the database because of another change, or only changes of its links. */
export function causeOf({ isLink, isIndirect }: ChangedRow): ChangedRowAnswer['cause'] {
  if (isLink) return 'link';
  return isIndirect ? 'database' : 'request';
}

/** The fields that the reader may see, before and after. What came into their scope by the change was out of it before. */
export function diffOf({ model, row, links: changed }: ShownChange, policy: Policy): Diff {
  const deciding = policy.reader().decidingFields(model.key);
  const shown = policy.access(model).fields.filter((field) => !field.link && row.columns.has(field.column));
  const isArrival = row.operation === 'update' && shown.some(({ name }) => deciding.has(name));
  const [isThere, wasThere] = [row.operation !== 'delete', row.operation !== 'create' && !isArrival];
  const values = shown.map(({ name }): [string, Diff[string]] => [
    name,
    [wasThere ? row.before[name] : null, isThere ? row.after[name] : null],
  ]);
  const links = Array.from(changed, ([name, { gone, made }]): [string, Diff[string]] => [name, [wasThere ? gone : [], made]]);
  // Made from entries, because a field may be named `__proto__`.
  return Object.fromEntries([...values, ...links]);
}
