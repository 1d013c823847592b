import type { Preview, PreviewCount, PreviewRow } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { RowLink } from '../cells/row-link.tsx';
import { capitalized, useModels, useModelSchemas } from '../schema/use-schema.ts';
import { rowsText } from '../texts/count-text.ts';
import { labelled, listText, t } from '../texts/text.ts';
import { ChangeLine } from './change-line.tsx';

interface PreviewViewProps {
  readonly preview: Preview;
  /** Whether it is an undo: rows then come back, and get their former values. */
  readonly isUndo?: boolean;
}

/** What a write would do: how many rows of which models, some of them, and what was not tried. */
export function PreviewView({ preview, isUndo = false }: PreviewViewProps) {
  const { counts, sample, not_run: notRun } = preview;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Counts counts={counts} isUndo={isUndo} />
      {sample.length > 0 && <Sample rows={sample} total={totalOf(counts)} />}
      <NotRun names={notRun} />
    </Box>
  );
}

/** The hooks and handlers that a dry run did not call. @param names each with its model: `sales.Order.beforeSave` */
export function NotRun({ names }: { readonly names: readonly string[] }) {
  const models = useModels();
  if (names.length === 0) return null;
  const words = names.map((name) => {
    const at = name.lastIndexOf('.');
    const model = models.find((one) => one.model === name.slice(0, at));
    return model ? labelled(capitalized(model.verbose_name_plural), name.slice(at + 1)) : name;
  });
  return (
    <Alert severity="info">
      {t('Some code of this service was not tried. What it changes besides is not shown: %{names}', { names: listText(words, 'comma') })}
    </Alert>
  );
}

/** How many rows a dry run would write. */
export function totalOf(counts: readonly PreviewCount[]): number {
  return counts.reduce((sum, { create, update, delete: deleted }) => sum + create + update + deleted, 0);
}

function Counts({ counts, isUndo }: { readonly counts: readonly PreviewCount[]; readonly isUndo: boolean }) {
  const models = useModels();
  const lines = counts.flatMap((count) => {
    const names = models.find(({ model }) => model === count.model);
    const rows = (number: number): string =>
      names
        ? rowsText(names, number)
        : t('%{count} other record |||| %{count} other records', {
            count: number,
          });
    return [
      ...(count.delete > 0 ? [t('%{rows}: deleted', { rows: rows(count.delete) })] : []),
      ...(count.update > 0
        ? [isUndo ? t('%{rows}: changed back', { rows: rows(count.update) }) : t('%{rows}: changed', { rows: rows(count.update) })]
        : []),
      ...(count.create > 0
        ? [isUndo ? t('%{rows}: there again', { rows: rows(count.create) }) : t('%{rows}: new', { rows: rows(count.create) })]
        : []),
    ];
  });
  if (lines.length === 0) return <div>{isUndo ? t('There is nothing to take back.') : t('Nothing would change.')}</div>;
  return (
    <Box component="ul" aria-label={t('What would change')} sx={{ m: 0, pl: '1.2em', fontWeight: 550 }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}

interface SampleProps {
  readonly rows: readonly PreviewRow[];
  readonly total: number;
}

/** Some of the rows, each in a line. */
function Sample({ rows, total }: SampleProps) {
  const schemas = useModelSchemas([...new Set(rows.map(({ model }) => model))]);
  const isOfOne = schemas.size === 1;
  return (
    <Box>
      <Box component="ul" aria-label={t('Rows')} tabIndex={0} sx={list}>
        {rows.map(({ model, pk, label, op, diff }, index) => (
          <li key={`${model} ${pk ?? index}`}>
            {!isOfOne && `${capitalized(schemas.get(model)?.verbose_name ?? model)} `}
            <b>{pk === null ? label : <RowLink model={model} id={pk} text={label} isInNewTab />}</b>
            {op === 'update' && (
              <Box sx={{ fontSize: 12.5 }}>
                <ChangeLine diff={diff} schema={schemas.get(model)} />
              </Box>
            )}
          </li>
        ))}
      </Box>
      {total > rows.length && (
        <Box sx={{ color: 'text.secondary', pt: 0.75 }}>{t('and %{number} more', { number: total - rows.length })}</Box>
      )}
    </Box>
  );
}

const list = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: 260,
  overflowY: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  '& > li': { px: 1.5, py: 0.75, overflowWrap: 'anywhere' },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const;
