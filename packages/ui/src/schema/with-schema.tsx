import type { ModelSchema } from '@grimoire/protocol';
import type { ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import { Trouble } from '../layout/trouble.tsx';
import { PageSkeleton } from '../loading/page-skeleton.tsx';
import { useModelSchema } from './use-schema.ts';

/** Renders its content once the schema of the page's model is loaded. */
export function WithSchema({ children }: { readonly children: (schema: ModelSchema) => ReactNode }) {
  const { data, error, refetch } = useModelSchema(useResourceContext() ?? '');
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <PageSkeleton />;
}
