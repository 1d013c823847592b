import type { ModelSchema } from '@grimoire/protocol';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { textOf } from '../cells/value-text.ts';
import { labelOf } from '../schema/use-schema.ts';
import type { KindOf } from './field-kind.ts';
import { t } from '../texts/text.ts';

interface DiffTableProps {
  readonly diff: unknown;
  /** The fields of the changed model, if the user may see them. */
  readonly schema: ModelSchema | undefined;
  readonly kindOf: KindOf;
}

/** The changes of a write: each field before and after. */
export function DiffTable({ diff, schema, kindOf }: DiffTableProps) {
  if (typeof diff !== 'object' || diff === null) return null;
  const changes = Object.entries(diff).filter((change): change is [string, [unknown, unknown]] => Array.isArray(change[1]));
  if (changes.length === 0) return null;
  return (
    <Table size="small" aria-label={t('What was changed')} sx={table}>
      <TableHead>
        <TableRow>
          <TableCell>{t('Field')}</TableCell>
          <TableCell>{t('Before')}</TableCell>
          <TableCell>{t('After')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map(([name, [before, after]]) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {nameOf(schema, name)}
            </TableCell>
            <TableCell>
              <Side schema={schema} name={name} value={before} kindOf={kindOf} />
            </TableCell>
            <TableCell>
              <Side schema={schema} name={name} value={after} kindOf={kindOf} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const table = {
  tableLayout: 'fixed',
  '& td, & th': { overflowWrap: 'anywhere', px: 1, py: 0.75, whiteSpace: 'pre-wrap', verticalAlign: 'top' },
  '& th[scope=row], & thead th:nth-of-type(1)': { pl: 0, width: '26%', color: 'text.secondary', fontWeight: 500 },
  '& td:nth-of-type(1)': { color: 'text.secondary' },
  '& tbody tr:last-of-type :is(td, th)': { borderBottom: 0 },
} as const;

function nameOf(schema: ModelSchema | undefined, name: string): string {
  const field = schema?.fields.find((one) => one.name === name);
  return field ? labelOf(field) : name;
}

interface SideProps {
  readonly schema: ModelSchema | undefined;
  readonly name: string;
  readonly value: unknown;
  readonly kindOf: KindOf;
  /** Whether all of a long value is shown. */
  readonly isWhole?: boolean;
}

/** A value in the form in which the model's pages show it. */
export function Side({ schema, name, value, kindOf, isWhole = true }: SideProps) {
  const field = schema?.fields.find((one) => one.name === name);
  if (value === null || value === undefined || (field && value === '')) return '—';
  if (!field) return textOf(value);
  const kind = kindOf(field);
  if (kind.Version) return <kind.Version field={field} value={value} />;
  const display = field.choices?.find(([choice]) => String(choice) === textOf(value))?.[1];
  return <kind.Cell field={field} value={value} row={{ [name]: value, [`${name}_display`]: display }} isWhole={isWhole} kindOf={kindOf} />;
}
