import type { ModelSchema } from '@grimoire/protocol';
import type { ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import { PageHead } from './page-head.tsx';
import { Trouble } from './trouble.tsx';
import { failureOf } from '../session/failure.ts';
import { PageSkeleton } from '../loading/page-skeleton.tsx';
import { t } from '../texts/text.ts';
import { useModelSchema } from '../schema/use-schema.ts';

/** Renders its content once the schema of the page's model is loaded. */
export function WithSchema({ children }: { readonly children: (schema: ModelSchema) => ReactNode }) {
  const { data, error, refetch } = useModelSchema(useResourceContext() ?? '');
  if (failureOf({ data, error }))
    return (
      <>
        <PageHead title={t('This page could not be shown')} />
        <Trouble error={error} onRetry={() => void refetch()} />
      </>
    );
  return data ? children(data) : <PageSkeleton />;
}
