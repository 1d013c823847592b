import type { KindCellProps } from '../field-kind.ts';
import { partOf } from './part.ts';
import { PartValue } from './part-view.tsx';

/** The whole value of a JSON field that has a schema, to be read. */
export function SchemaValue({ field, value }: Pick<KindCellProps, 'field' | 'value'>) {
  return <PartValue part={partOf(field.json_schema ?? {})} value={value} />;
}
