import { exactJson } from '@grimoire/client';
import Typography from '@mui/material/Typography';
import { isCutInRow } from '../cells/cut-values.ts';
import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { JsonInput } from './json-input.tsx';
import { InputSkeleton } from '../loading/input-skeleton.tsx';
import { loadedPart } from '../loading/loaded-part.tsx';

/** The form of a schema is loaded where there is one; where that fails, the value is shown as JSON. */
const SchemaInput = loadedPart(async () => (await import('./json-form/schema-input.tsx')).SchemaInput, Waiting, Plain);
const SchemaValue = loadedPart(async () => (await import('./json-form/schema-value.tsx')).SchemaValue, Written, Written);

function Waiting() {
  return <InputSkeleton />;
}

function Plain({ field, common }: Pick<KindInputProps, 'field' | 'common'>) {
  return <JsonInput {...common} isNullable={field.null} />;
}

function Cell(props: KindCellProps) {
  return props.isWhole && props.field.json_schema ? <SchemaValue {...props} /> : <Written {...props} />;
}

function Written({ field, value, row, isWhole }: KindCellProps) {
  const text = isCutInRow(row, field.name) ? textOf(value) : exactJson.stringify(value, isWhole ? 2 : 0);
  const style = { fontFamily: 'monospace', fontSize: '0.8rem', whiteSpace: isWhole ? 'pre-wrap' : 'nowrap', overflowWrap: 'anywhere' };
  return (
    <Typography component={isWhole ? 'pre' : 'code'} sx={{ ...style, m: 0 }}>
      {isWhole ? text : cut(text)}
    </Typography>
  );
}

/** Any JSON. */
export const json: FieldKind = {
  Cell,
  Input: ({ field, common }) =>
    field.json_schema ? <SchemaInput field={field} common={common} /> : <Plain field={field} common={common} />,
  operators: () => [],
  column: { ...plainColumn, isSortable: false },
  isWide: true,
  holds: 'text',
};
