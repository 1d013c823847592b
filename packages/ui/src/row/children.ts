import { ApiError } from '@grimoire/client';
import type { ServedRecord } from '@grimoire/client/react-admin';
import type { InlineSchema, Key, ModelSchema } from '@grimoire/protocol';
import type { DataProvider } from 'react-admin';
import { useQueries } from '@tanstack/react-query';
import { useSchemaQuery } from '../schema/use-schema.ts';
import { useService } from '../service.ts';

/** How many children a form shows; beyond that they have a list of their own. */
const mostChildren = 50;

/** The rows of an inline, as they were read with their parent. */
export interface Children {
  readonly inline: InlineSchema;
  readonly schema: ModelSchema;
  readonly rows: readonly ServedRecord[];
  /** How many there are; more than are shown are not edited here. */
  readonly total: number;
}

interface LoadedChildren {
  /** Undefined while they are asked for, and where they could not be had. */
  readonly children: readonly Children[] | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<void>;
}

/** The inlines of a row that the user may see; of no row, without rows. */
export function useChildren(parent: ModelSchema, id: Key | undefined): LoadedChildren {
  const { dataProvider } = useService();
  const schemaQuery = useSchemaQuery();
  const schemas = useQueries({ queries: parent.inlines.map(({ model }) => schemaQuery(model)) });
  const rows = useQueries({
    queries: parent.inlines.map(({ model, fk_field: foreignKey }) => ({
      queryKey: [model, 'children', foreignKey, id],
      queryFn: () => childrenOf({ dataProvider, model, foreignKey, id }),
      gcTime: 0,
      retry: false,
      // What a person is filling in is not to be taken from under their hands.
      staleTime: 'static' as const,
    })),
  });
  const refetch = async (): Promise<void> => {
    await Promise.all([...schemas.filter(({ error }) => error !== null), ...rows].map((one) => one.refetch()));
  };
  const parts = [...schemas, ...rows];
  const error = parts.find((part) => part.error !== null && !isHidden(part.error))?.error ?? null;
  const isLoading = parts.some(({ isPending }) => isPending);
  const children = parent.inlines.flatMap((inline, index) => {
    const schema = schemas[index]?.data;
    const loaded = rows[index]?.data;
    // A model that the user knows nothing of is none of theirs.
    return schema?.permissions.view && loaded ? [{ inline, schema, ...loaded }] : [];
  });
  return { children: isLoading || error !== null ? undefined : children, error, refetch };
}

/** A model that the user may not see, or knows nothing of. */
function isHidden(error: unknown): boolean {
  return error instanceof ApiError && (error.problem.kind === 'not found' || error.problem.kind === 'forbidden');
}

interface ChildrenAsked {
  readonly dataProvider: Pick<DataProvider, 'getManyReference'>;
  readonly model: string;
  readonly foreignKey: string;
  readonly id: Key | undefined;
}

async function childrenOf({ dataProvider, model, foreignKey, id }: ChildrenAsked): Promise<Pick<Children, 'rows' | 'total'>> {
  if (id === undefined) return { rows: [], total: 0 };
  const page = { pagination: { page: 1, perPage: mostChildren }, sort: { field: 'id', order: 'ASC' as const } };
  const { data, total = 0 } = await dataProvider.getManyReference(model, { ...page, target: foreignKey, id, filter: {} });
  return { rows: data as ServedRecord[], total };
}
