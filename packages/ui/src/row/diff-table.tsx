import type { ModelSchema } from '@grimoire/protocol';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { textOf } from '../cells/value-text.ts';
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
            <TableCell>{shownText(schema, name, before)}</TableCell>
            <TableCell>{shownText(schema, name, after)}</TableCell>
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

function shownText(schema: ModelSchema | undefined, name: string, value: unknown): string {
  if (value === null || value === undefined) return '—';
  const choices = schema?.fields.find((one) => one.name === name)?.choices ?? [];
  const text = textOf(value);
  return choices.find(([choice]) => String(choice) === text)?.[1] ?? text;
}
