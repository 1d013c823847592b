import type { ModelSchema } from '@grimoire/protocol';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { runAction, saveFile, type Target } from '../../actions/run-action.ts';
import { Attempts } from '../../form/attempt.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { useService } from '../../session/service.ts';
import { useShownColumns } from '../columns/column-choice.ts';
import { rowsText } from '../../texts/count-text.ts';
import { useIsExact } from '../../actions/is-exact.ts';
import { sizeText } from './size-text.ts';
import { useSelection } from '../../actions/selection-context.ts';
import { orderingOf } from '../columns/sort.ts';
import { labelled, t } from '../../texts/text.ts';

/** Exports all rows that the list shows on its pages. */
export function ListExport({ schema }: { readonly schema: ModelSchema }) {
  return <ExportButton schema={schema} target={useAllThatMatch()} isOutlined />;
}

/** Exports the rows that are selected. */
export function SelectionExport() {
  const { schema, isAll } = useSelection();
  const { selectedIds } = useListContext();
  const all = useAllThatMatch();
  return <ExportButton schema={schema} target={isAll ? all : { kind: 'rows', ids: selectedIds }} />;
}

/** All rows of the surrounding list. */
function useAllThatMatch(): Extract<Target, { readonly kind: 'all' }> {
  const { filterValues, total = 0 } = useListContext();
  return { kind: 'all', filter: filterValues as Readonly<Record<string, unknown>>, count: total, isExact: useIsExact() };
}

interface ExportProps {
  readonly schema: ModelSchema;
  readonly target: Exclude<Target, { readonly kind: 'none' }>;
  readonly isOutlined?: boolean;
}

/** A menu of the forms in which rows are exported: with the columns and the order of the list. Nothing for who may not export. */
function ExportButton({ schema, target, isOutlined = false }: ExportProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { received, start } = useExport(schema, target);
  if (!schema.export) return null;
  const rows = target.kind === 'all' ? rowsText(schema, target.count, target.isExact) : rowsText(schema, target.ids.length);
  const choose = (values: Values): void => {
    setAnchor(null);
    void start(values);
  };
  return (
    <>
      <Button
        size="small"
        variant={isOutlined ? 'outlined' : 'text'}
        aria-haspopup="menu"
        startIcon={<DownloadIcon />}
        aria-disabled={received !== null}
        onClick={(event) => received === null && setAnchor(event.currentTarget)}
        sx={received === null ? {} : busy}
      >
        {received === null ? t('Export') : t('Exporting… %{size}', { size: sizeText(received) })}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': labelled(t('Export'), rows) } as object }}
      >
        {/* The name of the window says it too. */}
        <ListSubheader role="presentation" sx={{ px: '14px', lineHeight: 2.2 }}>
          {rows}
        </ListSubheader>
        <MenuItem onClick={() => choose('display')}>
          <ListItemText primary={t('As shown')} secondary={t('as the list names them; times in UTC')} />
        </MenuItem>
        <MenuItem onClick={() => choose('raw')}>
          <ListItemText primary={t('For import')} secondary={t('as the API has them')} />
        </MenuItem>
      </Menu>
    </>
  );
}

/** It keeps the focus, which a button that is disabled would lose. */
const busy = { color: 'text.disabled', cursor: 'default', '&:hover': { bgcolor: 'transparent' } } as const;

type Values = 'display' | 'raw';

/** @returns the number of bytes that have arrived, null while nothing is exported, and a function that begins. */
function useExport(
  schema: ModelSchema,
  target: Target,
): { readonly received: number | null; readonly start: (values: Values) => Promise<void> } {
  const { dataProvider } = useService();
  const notify = useNotify();
  const columns = useShownColumns(schema).map(({ name }) => name);
  const { sort } = useListContext();
  const [received, setReceived] = useState<number | null>(null);
  const start = async (values: Values): Promise<void> => {
    setReceived(0);
    const input = { columns, values, ordering: orderingOf(schema, sort), bom: true };
    const idempotencyKey = new Attempts().keyOf(input);
    try {
      const outcome = await runAction(schema.model, schema.export?.action ?? '', {
        dataProvider,
        target,
        input,
        options: { idempotencyKey },
      });
      if (outcome.kind !== 'file') return;
      await saveFile(outcome, setReceived);
      notify(t('%{name} is saved.', { name: outcome.file.name }), { type: 'success' });
    } catch (error) {
      notify(messageOf(error), { type: 'error', autoHideDuration: 10_000 });
    } finally {
      setReceived(null);
    }
  };
  return { received, start };
}
