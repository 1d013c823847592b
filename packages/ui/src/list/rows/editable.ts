import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { fieldStateOf } from '../../form/conditions.ts';
import { useHasInput } from '../../form/field-input.tsx';
import { keyFieldsOf } from '../../schema/key-fields.ts';
import { useIsTrash } from '../selection/trash.tsx';

/** Whether the user may change a field in the list, in some rows at least. */
export function useMayChange(schema: ModelSchema): (field: FieldSchema) => boolean {
  const hasInput = useHasInput();
  const isTrash = useIsTrash();
  const keys = keyFieldsOf(schema);
  return (field) => schema.permissions.change && !isTrash && hasInput(field) && !keys.has(field.name);
}

/** Whether the user may change a field of a row in the list, as in the form of the row. */
export function useIsEditable(schema: ModelSchema): (field: FieldSchema, record: ServedRecord) => boolean {
  const mayChange = useMayChange(schema);
  return (field, record) => mayChange(field) && fieldStateOf(field, (name) => rowOf(record)[name]) === 'open';
}
