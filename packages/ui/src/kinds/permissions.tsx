import { type FC, lazy, Suspense } from 'react';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { relations } from './relations.tsx';
import { t } from '../texts/text.ts';

/** The table is loaded where one is shown. Where it can not be loaded, a picker is in its place. */
const Matrix = lazy(async (): Promise<{ readonly default: FC<KindInputProps> }> => {
  try {
    return { default: (await import('./permission-matrix.tsx')).PermissionMatrix };
  } catch {
    return { default: relations.Input };
  }
});

function Input(props: KindInputProps) {
  return (
    <Suspense fallback={<LinesSkeleton text={t('Loading permissions')} count={12} height={41} />}>
      <Matrix {...props} />
    </Suspense>
  );
}

/** Permissions, as a table of models and rights with check boxes. */
export const permissions: FieldKind = { ...relations, Input };
