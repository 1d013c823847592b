import type { Key, UndoConflictField, UndoConflictRow } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useHref } from 'react-router-dom';
import { shortText } from '../cells/moment-text.ts';
import { labelOf, useModelSchema } from '../schema/use-schema.ts';
import { t } from '../texts/text.ts';
import { RowName } from './row-names.tsx';

interface ConflictsProps {
  readonly rows: readonly UndoConflictRow[];
  /** How many there are: the service names some. */
  readonly count: number;
}

/** The rows that an undo can not take back, with the reasons. */
export function Conflicts({ rows, count }: ConflictsProps) {
  return (
    <>
      <Box component="ul" tabIndex={0} aria-label={t('What can’t be undone')} sx={list}>
        {rows.map((row, index) => (
          <li key={`${row.model ?? ''} ${row.pk ?? index}`}>
            {row.model !== null && row.pk !== null ? (
              <OfModel model={row.model} pk={row.pk} fields={row.fields} />
            ) : (
              <Reasons fields={Object.values(row.fields).map((conflict) => ({ label: t('Another record'), conflict }))} />
            )}
          </li>
        ))}
      </Box>
      {count > rows.length && (
        <Box sx={{ color: 'text.secondary', pt: 0.75 }}>{t('and %{number} more', { number: count - rows.length })}</Box>
      )}
    </>
  );
}

const list = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: 320,
  overflowY: 'auto',
  '& > li': { py: 1, overflowWrap: 'anywhere' },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const;

interface OfModelProps {
  readonly model: string;
  readonly pk: Key;
  readonly fields: UndoConflictRow['fields'];
}

function OfModel({ model, pk, fields }: OfModelProps) {
  const { data: schema } = useModelSchema(model);
  const labelOfField = (field: string): string => {
    const schemaOfField = schema?.fields.find((one) => one.name === field);
    return schemaOfField ? labelOf(schemaOfField) : t('The row');
  };
  return (
    <>
      <RowName model={model} pk={pk} />
      <Reasons fields={Object.entries(fields).map(([field, conflict]) => ({ label: labelOfField(field), conflict }))} />
    </>
  );
}

interface ReasonsProps {
  readonly fields: readonly { readonly label: string; readonly conflict: UndoConflictField }[];
}

function Reasons({ fields }: ReasonsProps) {
  return fields.map(({ label, conflict }) => (
    <Box key={`${label} ${conflict.state}`} sx={{ color: 'text.secondary' }}>
      {conflictText(label, conflict)}
      {conflict.detail !== undefined && ` ${conflict.detail}`}
      {conflict.change_set !== null && <ChangeLink id={conflict.change_set} />}
    </Box>
  ));
}

/** The page of a change set, in another tab: the window stays open. */
function ChangeLink({ id }: { readonly id: number }) {
  const href = useHref(`/changes/${id}`);
  return (
    <>
      {' '}
      <MuiLink href={href} target="_blank" rel="noreferrer">
        {t('Change %{id}', { id: String(id) })}
      </MuiLink>
    </>
  );
}

/** Why a value can not be taken back, in words. @param what the label of the field */
export function conflictText(what: string, { state, by, at }: UndoConflictField, now: Date = new Date()): string {
  switch (state) {
    case 'changed':
      if (by === null || at === null) return t('%{what} was changed since.', { what });
      return t('%{what} was changed since by %{who}, %{when}.', { what, who: by, when: shortText(new Date(at), now) });
    case 'taken':
      return t('%{what}: another row has this value by now.', { what });
    case 'parent_missing':
      return t('%{what}: the row that it pointed at is gone.', { what });
    case 'blocked':
      return t('%{what}: other rows need it by now.', { what });
    case 'not_kept':
      return t('%{what}: the former value was not kept.', { what });
    case 'exists':
      return t('%{what}: there is one with this key again.', { what });
  }
}
