import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { loadedPart } from '../loading/loaded-part.tsx';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { relations } from './relations.tsx';
import { t } from '../texts/text.ts';

/** The table is loaded where one is shown. Where it can not be loaded, a picker is in its place. */
const Input = loadedPart<KindInputProps>(async () => (await import('./permission-matrix.tsx')).PermissionMatrix, Loading, relations.Input);

function Loading() {
  return <LinesSkeleton text={t('Loading permissions')} count={12} height={41} />;
}

/** Permissions, as a table of models and rights with check boxes. */
export const permissions: FieldKind = { ...relations, Input };
