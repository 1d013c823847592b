import type { Filters } from '@grimoire/client';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import MuiAlert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiButton from '@mui/material/Button';
import MuiTable from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Cell as OwnCell } from '../kinds/cell.tsx';
import { rowAddress } from '../cells/row-link.tsx';
import { kindOf } from '../kinds/registry.ts';
import { PageHead } from '../layout/page-head.tsx';
import { Panel as OwnPanel } from '../layout/panel.tsx';
import { messageOf, Trouble as OwnTrouble } from '../layout/trouble.tsx';
import { failureOf } from '../session/failure.ts';
import { labelOf } from '../schema/use-schema.ts';
import type { RowValues } from '../extension/extension.ts';
import { useNotice, useRows, useSchema } from './hooks.ts';
import { t } from '../texts/text.ts';

/** The props of {@link Page}. */
export interface PageProps {
  /** The heading, also for the title of the window. */
  readonly title: string;
  /** Beside the heading, such as a {@link Button}. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A page: its heading, what can be done, and its parts below one another. */
export function Page({ title, actions, children }: PageProps): ReactElement {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
      <PageHead title={title} actions={actions} />
      {children}
    </Box>
  );
}

/** The props of {@link Panel}. */
export interface PanelProps {
  readonly title: string;
  readonly action?: ReactNode;
  /** Whether the content reaches the edges, as a table does. */
  readonly isFlush?: boolean;
  readonly children?: ReactNode;
}

/** A box with what belongs together. */
export function Panel({ title, action, isFlush = false, children }: PanelProps): ReactElement {
  return (
    <OwnPanel title={title} label={title} action={action} isFlush={isFlush}>
      {children}
    </OwnPanel>
  );
}

/** The props of {@link Button}. */
export interface ButtonProps {
  /** While a promise of it is open, the button is disabled; an error of it is shown as a notice. */
  readonly onClick: () => unknown;
  /** `main` for what the page is for, `bad` for what can not be undone. */
  readonly look?: 'main' | 'plain' | 'bad';
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A button. */
export function Button({ onClick, look = 'plain', isDisabled = false, children }: ButtonProps): ReactElement {
  const notice = useNotice();
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      await onClick();
    } catch (error) {
      notice(messageOf(error), 'bad');
    } finally {
      setRunning(false);
    }
  };
  return (
    <MuiButton
      variant={look === 'main' ? 'contained' : 'outlined'}
      color={look === 'bad' ? 'error' : 'primary'}
      disabled={isDisabled || isRunning}
      onClick={() => void run()}
    >
      {children}
    </MuiButton>
  );
}

/** The props of {@link Link}. */
export interface LinkProps {
  /** An address of the dashboard: `/sales.Order/7`, `/pages/delivery`. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to an address of the dashboard. */
export function Link({ to, children }: LinkProps): ReactElement {
  return (
    <Box component={RouterLink} to={to} sx={{ color: 'primary.main' }}>
      {children}
    </Box>
  );
}

/** The props of {@link Note}. */
export interface NoteProps {
  readonly tone?: 'info' | 'good' | 'warning' | 'bad';
  readonly children: ReactNode;
}

const severities = { info: 'info', good: 'success', warning: 'warning', bad: 'error' } as const;

/** A message that stays on the page. */
export function Note({ tone = 'info', children }: NoteProps): ReactElement {
  return <MuiAlert severity={severities[tone]}>{children}</MuiAlert>;
}

/** The props of {@link Trouble}. */
export interface TroubleProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Shown instead of what could not be read: the message of the service, and a button that tries again. */
export function Trouble(props: TroubleProps): ReactElement {
  return <OwnTrouble {...props} />;
}

/** The props of {@link Field}. */
export interface FieldProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A label, and what it stands for below it. */
export function Field({ label, children }: FieldProps): ReactElement {
  return (
    <Box>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box>{children}</Box>
    </Box>
  );
}

/** The props of {@link Cell}. */
export interface FieldCellProps {
  readonly field: FieldSchema;
  /** A row as the service serves it. */
  readonly row: RowValues;
  readonly isWhole?: boolean;
}

/** The value of a field, as lists show it: by the kind of the field. */
export function Cell({ field, row, isWhole = false }: FieldCellProps): ReactElement {
  // The row itself, and not a record of it: a field may be named as the key of a record.
  return <OwnCell field={field} record={{ id: '', _row: row }} isWhole={isWhole} />;
}

/** The props of {@link Table}. */
export interface TableProps {
  readonly model: string;
  /** As those of `client.model(…).list(…)`. */
  readonly filters?: Filters<RowValues>;
  /** Names of fields; by default those of the model's list. */
  readonly columns?: readonly string[];
  /** Shown if there are no rows. */
  readonly empty?: string;
}

const allRows = {};

/** Rows of a model as a table; the first column leads to the page of a row. */
export function Table({ model, filters, columns, empty }: TableProps): ReactElement | null {
  const schema = useSchema(model);
  const rows = useRows(model, filters ?? allRows);
  const failure = failureOf(schema) ?? failureOf(rows);
  if (failure) return <Trouble error={failure} onRetry={failureOf(schema) ? schema.reload : rows.reload} />;
  if (!schema.data || !rows.data) return null;
  if (rows.data.rows.length === 0) return <Typography sx={{ p: 2, color: 'text.secondary' }}>{empty ?? t('No rows.')}</Typography>;
  const shown = (columns ?? schema.data.list_display).flatMap((name) => schema.data?.fields.find((field) => field.name === name) ?? []);
  return <Rows schema={schema.data} fields={shown} rows={rows.data.rows} />;
}

interface RowsProps {
  readonly schema: ModelSchema;
  readonly fields: readonly FieldSchema[];
  readonly rows: readonly RowValues[];
}

function Rows({ schema, fields, rows }: RowsProps) {
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <MuiTable size="small">
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field.name} align={kindOf(field).column.align}>
                {labelOf(field)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={{ '& > :last-child > td': { borderBottom: 0 } }}>
          {rows.map((row) => (
            <TableRow key={keyOf(schema, row)}>
              {fields.map((field, index) => (
                <TableCell key={field.name} align={kindOf(field).column.align}>
                  {index === 0 && kindOf(field).holds === 'text' ? (
                    <Link to={rowAddress(schema, keyOf(schema, row))}>
                      <Cell field={field} row={row} />
                    </Link>
                  ) : (
                    <Cell field={field} row={row} />
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </MuiTable>
    </Box>
  );
}

/** The key of a row: `pk` where the service serves one. */
function keyOf({ pk_field: key }: ModelSchema, row: RowValues): string | number {
  return (row[key] ?? row['pk']) as string | number;
}
