import type { Key, ModelSchema } from '@grimoire/protocol';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Cell } from '../cells/cell.tsx';
import { RowNames } from '../cells/row-names.tsx';
import { textOf } from '../cells/value-text.ts';
import { kindOf } from '../schema/kinds.ts';
import { labelOf } from '../schema/use-schema.ts';

interface DiffTableProps {
  readonly diff: unknown;
  /** Of the model that was changed, where it is still there to be seen. */
  readonly schema: ModelSchema | undefined;
}

/** What a write changed: each field before and after. */
export function DiffTable({ diff, schema }: DiffTableProps) {
  if (typeof diff !== 'object' || diff === null) return null;
  const changes = Object.entries(diff).filter((change): change is [string, [unknown, unknown]] => Array.isArray(change[1]));
  if (changes.length === 0) return null;
  return (
    <Table size="small" sx={{ tableLayout: 'fixed', '& td, & th': { overflowWrap: 'anywhere', px: 1, whiteSpace: 'pre-wrap' } }}>
      <TableHead>
        <TableRow>
          <TableCell>Field</TableCell>
          <TableCell>Before</TableCell>
          <TableCell>After</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map(([name, [before, after]]) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {nameOf(schema, name)}
            </TableCell>
            <TableCell>
              <Side schema={schema} name={name} value={before} />
            </TableCell>
            <TableCell>
              <Side schema={schema} name={name} value={after} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function nameOf(schema: ModelSchema | undefined, name: string): string {
  const field = schema?.fields.find((one) => one.name === name);
  return field ? labelOf(field) : name;
}

interface SideProps {
  readonly schema: ModelSchema | undefined;
  readonly name: string;
  readonly value: unknown;
}

/** A value as the model's pages show it. */
function Side({ schema, name, value }: SideProps) {
  const field = schema?.fields.find((one) => one.name === name);
  if (value === null || value === undefined) return '—';
  const kind = field && kindOf(field);
  if (field?.related_model && (kind === 'relation' || kind === 'relations'))
    return <RowNames model={field.related_model} ids={(Array.isArray(value) ? value : [value]) as readonly Key[]} />;
  if (!field || kind === 'list') return textOf(value);
  const display = field.choices?.find(([choice]) => String(choice) === textOf(value))?.[1];
  return <Cell field={field} record={{ id: '', [name]: value, [`${name}_display`]: display }} isWhole />;
}
