import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { textOf } from '../cells/value-text.ts';
import { kindOf } from '../kinds/registry.ts';
import { pickerMeta } from '../schema/picker-meta.ts';

/** Milliseconds for which the label that came with a row counts as read. */
const fresh = 30_000;

/** Records whose labels were given: what a picker has read since then is newer. */
const labelled = new WeakSet<ServedRecord>();

/**
 * Gives the pickers of a form the labels that its rows came with (`customer_label`): each picker would ask for the row that it shows. The
 * schema says which fields are foreign keys.
 */
export function keepPickerRows(queryClient: QueryClient, schema: ModelSchema, records: readonly ServedRecord[]): void {
  const added = records.filter((record) => !labelled.has(record));
  for (const record of added) labelled.add(record);
  for (const { name, related_model: model } of schema.fields.filter((field) => kindOf(field).isForeignKey === true)) {
    if (model === undefined) continue;
    queryClient.setQueryDefaults([model, 'getMany'], { staleTime: fresh });
    for (const record of added) {
      const row = rowOf(record);
      const [id, label] = [row[name], row[`${name}_label`]];
      if (id === null || id === undefined || label === undefined) continue;
      const key = [model, 'getMany', { ids: [textOf(id)], meta: pickerMeta }];
      const fields = row[`${name}_fields`];
      queryClient.setQueryData(key, [{ id, _label: label, ...(fields ? { _fields: fields } : {}) }]);
    }
  }
}
