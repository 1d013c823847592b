import { ApiError } from '@grimoire/client';
import type { ServedRecord } from '@grimoire/client/react-admin';
import type { InlineSchema, Key, ModelSchema } from '@grimoire/protocol';
import type { DataProvider } from 'react-admin';
import { useQueries } from '@tanstack/react-query';
import { failureOf, readOnce } from '../../session/failure.ts';
import { useSchemaQuery } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';

/** The maximum number of children in a form; further children are shown in their own list. */
const mostChildren = 50;

/** The rows of an inline, as they were read with their parent. */
export interface Children {
  readonly inline: InlineSchema;
  readonly schema: ModelSchema;
  readonly rows: readonly ServedRecord[];
  /** The number of all children; those beyond the shown ones are not edited here. */
  readonly total: number;
}

interface LoadedChildren {
  /** Undefined while they load, and if they could not be loaded. */
  readonly children: readonly Children[] | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<void>;
}

/** The inlines of a row that the user may see; for a new row, without rows. */
export function useChildren(parent: ModelSchema, id: Key | undefined): LoadedChildren {
  const { dataProvider } = useService();
  const schemaQuery = useSchemaQuery();
  const schemas = useQueries({ queries: parent.inlines.map(({ model }) => schemaQuery(model)) });
  const rows = useQueries({
    queries: parent.inlines.map(({ model, fk_field: foreignKey, position_field: orderField }) => ({
      queryKey: [model, 'children', foreignKey, id],
      queryFn: () => childrenOf({ dataProvider, model, foreignKey, orderField, id }),
      gcTime: 0,
      retry: false,
      // Rows are not read again during editing, which would overwrite the user's input.
      staleTime: readOnce,
    })),
  });
  const refetch = async (): Promise<void> => {
    await Promise.all([...schemas.filter(({ error }) => error !== null), ...rows].map((one) => one.refetch()));
  };
  const parts = [...schemas, ...rows];
  // Rows are only read again after a save: those of before it must not stay.
  const failures = [...schemas.map((one) => failureOf(one)), ...rows.map((one) => one.error)];
  const error = failures.find((failure) => failure !== null && !isHidden(failure)) ?? null;
  const isLoading = parts.some(({ isPending }) => isPending);
  const children = parent.inlines.flatMap((inline, index) => {
    const schema = schemas[index]?.data;
    const loaded = rows[index]?.data;
    // A model that the user may not see has no inline.
    return schema?.permissions.view && loaded ? [{ inline, schema, ...loaded }] : [];
  });
  return { children: isLoading || error !== null ? undefined : children, error, refetch };
}

/** Whether the error means that the user may not see the model, or that it is unknown to them. */
function isHidden(error: unknown): boolean {
  return error instanceof ApiError && (error.problem.kind === 'not found' || error.problem.kind === 'forbidden');
}

interface ChildrenAsked {
  readonly dataProvider: Pick<DataProvider, 'getManyReference'>;
  readonly model: string;
  readonly foreignKey: string;
  /** The field by whose values they are sorted; by default the key. */
  readonly orderField: string | undefined;
  readonly id: Key | undefined;
}

/** The first rows of a child model, and the number of all. */
export async function childrenOf({
  dataProvider,
  model,
  foreignKey,
  orderField = 'id',
  id,
}: ChildrenAsked): Promise<Pick<Children, 'rows' | 'total'>> {
  if (id === undefined) return { rows: [], total: 0 };
  const page = { pagination: { page: 1, perPage: mostChildren }, sort: { field: orderField, order: 'ASC' as const } };
  const { data, total = 0 } = await dataProvider.getManyReference(model, { ...page, target: foreignKey, id, filter: {} });
  return { rows: data as ServedRecord[], total };
}
