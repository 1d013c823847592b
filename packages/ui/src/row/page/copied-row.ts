import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema } from '@grimoire/protocol';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { readOnce } from '../../session/failure.ts';
import { useService } from '../../session/service.ts';
import { type Children, childrenOf } from '../lines/children.ts';
import type { RowValues } from '../save/save-row.ts';

/** A new row as a copy of another one. */
export interface Copied {
  readonly values: RowValues;
  /** The label of the row that is copied. */
  readonly label: unknown;
  /** The plural names of the inlines of which only the first rows are copied. */
  readonly cut: readonly string[];
}

/**
 * Reads the values of a row for a new one, with the rows of its inlines: without keys, and without values that must be unique.
 * @param inlines the inlines of the form; undefined while they are not known.
 * @param id the key of the row; undefined if none is copied.
 */
export function useCopied(schema: ModelSchema, inlines: readonly Children[] | undefined, id: Key | undefined): UseQueryResult<Copied> {
  const { dataProvider } = useService();
  return useQuery({
    queryKey: [schema.model, 'copied', id],
    queryFn: async (): Promise<Copied> => {
      const read = (inlines ?? []).map(async ({ schema: { model }, inline }) =>
        childrenOf({ dataProvider, model, foreignKey: inline.fk_field, orderField: inline.position_field, id }),
      );
      const [{ data }, lists] = await Promise.all([dataProvider.getOne(schema.model, { id: id ?? '' }), Promise.all(read)]);
      const lines = (inlines ?? []).map((child, index) => ({
        rows: (lists[index]?.rows ?? []).map((row) => copyOf(child.schema, row, child.inline.fk_field)),
      }));
      const cut = (inlines ?? []).filter((_, index) => (lists[index]?.rows.length ?? 0) < (lists[index]?.total ?? 0));
      return {
        values: { ...copyOf(schema, data as ServedRecord), _inlines: lines },
        label: data['_label'] as unknown,
        cut: cut.map((child) => child.schema.verbose_name_plural),
      };
    },
    enabled: id !== undefined && inlines !== undefined,
    gcTime: 0,
    staleTime: readOnce,
    retry: false,
  });
}

/**
 * The values of a row that another row may have too.
 * @param foreignKey of a row of an inline, the field with its parent. In a key of several fields, the new parent makes the others free.
 */
function copyOf(schema: ModelSchema, record: ServedRecord, foreignKey?: string): Readonly<Record<string, unknown>> {
  const isFreed = foreignKey !== undefined && schema.pk_fields?.includes(foreignKey) === true;
  const excluded = new Set(isFreed ? [foreignKey] : [schema.pk_field, ...(schema.pk_fields ?? []), foreignKey]);
  const isCopied = (name: string): boolean => {
    const field = schema.fields.find((one) => one.name === name);
    return field?.editable === true && field.unique !== true && field.write_only !== true && !excluded.has(name);
  };
  return Object.fromEntries(Object.entries(rowOf(record)).filter(([name]) => isCopied(name)));
}
