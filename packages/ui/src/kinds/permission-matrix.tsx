import type { Key } from '@grimoire/protocol';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Fragment, useState } from 'react';
import { useGetList, useInput } from 'react-admin';
import { failureOf } from '../session/failure.ts';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { capitalized, inMenuOrder, labelOf, useModel, useModels } from '../schema/use-schema.ts';
import type { KindInputProps } from './field-kind.ts';
import { t } from '../texts/text.ts';

const rights = { view: 'View', add: 'Add', change: 'Change', delete: 'Delete' } as const;

const rightNames = ['view', 'add', 'change', 'delete'] as const;

interface Permission {
  readonly id: Key;
  readonly name: string;
  readonly codename: string;
  readonly content_type: Key;
  readonly content_type_label: string;
}

interface ModelLine {
  /** `sales.order`, the label of a content type. */
  readonly key: string;
  readonly group: string;
  /** The plural of the model. */
  readonly name: string;
  readonly rights: ReadonlyMap<string, Permission>;
  readonly others: readonly Permission[];
}

/** A table of permissions with check boxes: for each model, its four rights and the permissions of its actions and fields. */
export function PermissionMatrix({ field, common: { source } }: KindInputProps) {
  const target = useModel(field.related_model);
  const models = useModels();
  const [words, setWords] = useState('');
  const { field: input, fieldState } = useInput({ source, defaultValue: [] });
  const { data, error, refetch } = useGetList<Permission>(
    field.related_model ?? '',
    { pagination: { page: 1, perPage: 4000 }, sort: { field: 'content_type', order: 'ASC' } },
    { enabled: target?.permissions.view ?? false },
  );
  if (!target?.permissions.view) return null;
  if (failureOf({ data, error })) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton text={t('Loading permissions')} count={12} height={41} />;
  const names = new Map(
    inMenuOrder(models).map(({ model, verbose_name_plural: name, group }) => [model.toLowerCase(), { group: capitalized(group), name }]),
  );
  const lines = linesOf(data, names).filter((line) => `${line.key} ${line.group} ${line.name}`.toLowerCase().includes(words.toLowerCase()));
  const ticked = new Set((Array.isArray(input.value) ? (input.value as Key[]) : []).map(String));
  const tick = (permissions: readonly Permission[], isHeld: boolean): void => {
    const changed = new Set(permissions.map(({ id }) => String(id)));
    const others = (Array.isArray(input.value) ? (input.value as Key[]) : []).filter((id) => !changed.has(String(id)));
    input.onChange(isHeld ? [...others, ...permissions.map(({ id }) => id)] : others);
  };
  return (
    <fieldset style={{ border: 0, padding: 0, margin: '16px 0', width: '100%', minWidth: 0 }}>
      <Typography component="legend" variant="subtitle1" sx={{ p: 0, fontWeight: 600 }}>{`${labelOf(field)} (${ticked.size})`}</Typography>
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
      <TextField label={t('Find a model')} value={words} onChange={(event) => setWords(event.target.value)} sx={{ width: 260, mb: 1.5 }} />
      <TableContainer component="section" sx={{ maxHeight: 560 }} tabIndex={0} aria-label={labelOf(field)}>
        <Table size="small" stickyHeader sx={matrix}>
          <TableHead>
            <TableRow>
              <TableCell>{t('Model')}</TableCell>
              {rightNames.map((right) => (
                <TableCell key={right} align="center">
                  {t(rights[right])}
                </TableCell>
              ))}
              <TableCell>{t('More')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map((line, index) => (
              <Fragment key={line.key}>
                {line.group !== lines[index - 1]?.group && <GroupHead name={line.group} />}
                <Line line={line} held={ticked} onTick={tick} />
              </Fragment>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </fieldset>
  );
}

/** On a narrow screen, what a model has besides its four rights follows below them. */
const matrix = {
  '&, & thead, & tbody': { display: { xs: 'block', sm: 'revert' } },
  // The cells of a grid do not stick: their head does as a whole.
  '& thead': { position: { xs: 'sticky', sm: 'static' }, top: 0, zIndex: 3 },
  // A long word of another language is divided rather than lying over its neighbour.
  '& thead th': { bgcolor: 'background.paper', whiteSpace: { xs: 'normal', sm: 'nowrap' }, hyphens: 'auto', overflowWrap: 'anywhere' },
  '& tbody tr': { alignItems: 'center', borderBottom: { xs: 1, sm: 0 }, borderColor: { xs: 'divider' } },
  '& tbody :is(td, th)': { borderBottomWidth: { xs: 0, sm: 1 } },
  '& .MuiFormControlLabel-root': { ml: '-6px' },
  '& tbody td:last-of-type .MuiFormControlLabel-root': { display: 'flex' },
  '& tr': { display: { xs: 'grid', sm: 'table-row' }, gridTemplateColumns: 'minmax(0, 1fr) 42px 40px 54px 50px' },
  '& :is(td, th):not(:first-of-type):not(:last-of-type)': { px: { xs: 0, sm: 1.25 } },
  '& td.MuiTableCell-paddingCheckbox': { width: { xs: 'auto', sm: 48 }, textAlign: 'center' },
  '& th:first-of-type': { pl: '6px' },
  '& thead th:last-of-type': { display: { xs: 'none', sm: 'table-cell' } },
  '& tbody td:last-of-type': { gridColumn: '1 / -1', pl: { xs: '28px', sm: 2 } },
  '& tbody td:last-of-type:empty': { display: { xs: 'none', sm: 'table-cell' } },
  '& tbody .group': { gridColumn: '1 / -1', pt: 2, pb: 0.75, color: 'text.secondary', fontSize: 12, fontWeight: 600 },
} as const;

function GroupHead({ name }: { readonly name: string }) {
  return (
    <TableRow>
      <TableCell component="th" scope="rowgroup" colSpan={rightNames.length + 2} className="group">
        {name}
      </TableCell>
    </TableRow>
  );
}

interface LineProps {
  readonly line: ModelLine;
  readonly held: ReadonlySet<string>;
  readonly onTick: (permissions: readonly Permission[], isHeld: boolean) => void;
}

function Line({ line, held, onTick }: LineProps) {
  const all = [...line.rights.values(), ...line.others];
  const count = all.filter(({ id }) => held.has(String(id))).length;
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ position: 'sticky', left: 0, bgcolor: 'background.paper', zIndex: 1 }}>
        <FormControlLabel
          label={capitalized(line.name)}
          control={
            <Checkbox
              size="small"
              checked={count === all.length}
              indeterminate={count > 0 && count < all.length}
              onChange={(_event, isHeld) => onTick(all, isHeld)}
              slotProps={{
                input: {
                  'aria-label': t('Everything on %{label}', { label: line.group === '' ? line.name : `${line.group} · ${line.name}` }),
                },
              }}
            />
          }
        />
      </TableCell>
      {rightNames.map((right) => (
        <TableCell key={right} align="center" padding="checkbox">
          <Tick permission={line.rights.get(right)} held={held} onTick={onTick} />
        </TableCell>
      ))}
      <TableCell>
        {line.others.map((permission) => (
          <FormControlLabel
            key={permission.id}
            label={capitalized(permission.name.replace(/^can /i, ''))}
            control={<Tick permission={permission} held={held} onTick={onTick} />}
          />
        ))}
      </TableCell>
    </TableRow>
  );
}

interface TickProps extends Omit<LineProps, 'line'> {
  readonly permission: Permission | undefined;
}

function Tick({ permission, held, onTick }: TickProps) {
  if (!permission) return null;
  return (
    <Checkbox
      size="small"
      checked={held.has(String(permission.id))}
      onChange={(_event, isHeld) => onTick([permission], isHeld)}
      slotProps={{ input: { 'aria-label': permission.name } }}
    />
  );
}

function linesOf(permissions: readonly Permission[], names: ReadonlyMap<string, Pick<ModelLine, 'group' | 'name'>>): ModelLine[] {
  const byType = Map.groupBy(permissions, ({ content_type_label: key }) => key);
  const lines = Array.from(byType, ([key, own]) => {
    const suffix = key.slice(key.indexOf('.') + 1);
    const rightOf = ({ codename }: Permission): string | undefined => rightNames.find((right) => codename === `${right}_${suffix}`);
    return {
      key,
      group: names.get(key)?.group ?? '',
      name: names.get(key)?.name ?? key,
      rights: new Map(own.flatMap((permission) => [[rightOf(permission) ?? '', permission] as const]).filter(([right]) => right !== '')),
      others: own.filter((permission) => rightOf(permission) === undefined),
    };
  });
  // In the order of the menu; models that no longer exist come last.
  const places = [...names.keys()];
  const placeOf = ({ key }: ModelLine): number => (names.has(key) ? places.indexOf(key) : places.length);
  return lines.sort((one, other) => placeOf(one) - placeOf(other));
}
