import { textOf } from '../cells/value-text.ts';
import { useModelSchemas } from '../schema/use-schema.ts';
import { DiffTable } from './diff-table.tsx';
import type { FieldKind, KindCellProps } from './field-kind.ts';
import { json } from './json.tsx';

function Cell(props: KindCellProps) {
  const { field, value, row, isWhole, kindOf } = props;
  const model = field.widget?.kind === 'changes' ? textOf(row[field.widget.model]) : '';
  const schema = useModelSchemas(isWhole && model !== '' ? [model] : []).get(model);
  return isWhole ? <DiffTable diff={value} schema={schema} kindOf={kindOf} /> : <json.Cell {...props} />;
}

/** Fields of a row of any model, each with its value before and after. */
export const changes: FieldKind = { ...json, Cell, isSection: true };
