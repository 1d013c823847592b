import type { FieldKind } from './field-kind.ts';
import { PermissionMatrix } from './permission-matrix.tsx';
import { relations } from './relations.tsx';

/** Permissions, as a table of models and rights with check boxes. */
export const permissions: FieldKind = {
  ...relations,
  Input: ({ field, common }) => <PermissionMatrix field={field} source={common.source} />,
};
