import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import { type ReactNode, useId, useRef } from 'react';
import { get, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { type RaRecord, RecordContextProvider, useRecordContext } from 'react-admin';
import type { FieldState } from '../../form/conditions.ts';
import { useFieldStates } from '../../form/field-states.ts';
import { useSuggestedValues } from '../../form/suggested-values.ts';
import { defaultsOf } from '../../form/defaults.ts';
import { movable } from '../../inputs/move-handle.tsx';
import { OrderHelp } from '../../inputs/order-help.tsx';
import { kindOf } from '../../kinds/registry.ts';
import { formName, fromForm, toForm } from '../../inputs/form-names.ts';
import { FieldInput, useHasInput } from '../../form/field-input.tsx';
import { MarkedInput } from '../../form/marked-input.tsx';
import { Panel } from '../../layout/panel.tsx';
import { capitalized, labelOf } from '../../schema/use-schema.ts';
import type { Children } from './children.ts';
import { FixedField } from '../fields/fixed-field.tsx';
import { keyFieldsOf, madeKeysOf } from '../../schema/key-fields.ts';
import { LineHandle } from './line-handle.tsx';
import { orderFieldOf } from './line-order.ts';
import { frame, grid, withHandle } from './line-look.ts';
import { ShownField } from '../fields/shown-field.tsx';
import { useLineOrder } from './use-line-order.ts';
import { t } from '../../texts/text.ts';

interface InlineFormProps {
  readonly child: Children;
  /** The path under which the form keeps the rows. */
  readonly path: string;
}

/** The rows of a child model, edited with their parent. */
export function InlineForm({ child, path }: InlineFormProps) {
  const { schema, total } = child;
  const { fields: lines, append, remove } = useFieldArray({ name: path, keyName: '_line' });
  // Each input of a new line gets an explicit empty value: otherwise the form takes the value of the line that had this index.
  const hasInput = useHasInput();
  const inputs = childInputs(child, hasInput);
  const orderField = orderFieldOf(child, hasInput);
  const { order, sourceOf, move, next, said } = useLineOrder({ child, path, count: lines.length }, orderField);
  const help = useId();
  const { clearErrors } = useFormContext();
  const addButton = useRef<HTMLButtonElement>(null);
  const name = capitalized(schema.verbose_name_plural);
  const removeLine = (index: number): void => {
    remove(index);
    // Otherwise a message about a removed line would be shown at the line that takes its index.
    clearErrors(`root.${path}`);
    addButton.current?.focus();
  };
  const addLine = (): void => {
    const empty = Object.fromEntries(inputs.map((input) => [input, null]));
    append(toForm({ ...empty, ...defaultsOf(schema.fields), ...(orderField === undefined ? {} : { [orderField]: next() }) }));
  };
  return (
    <Panel title={<PanelTitle name={name} count={lines.length} />} label={name}>
      {total > child.rows.length && <More child={child} />}
      {lines.length > 0 && <LineHeads fields={lineFields(child, inputs, orderField)} isOrdered={orderField !== undefined} />}
      <Box sx={movable}>
        {order.map((index, place) => {
          const line = lines[index];
          if (!line) return null;
          const common = { child, line, path, index, place, onRemove: () => removeLine(index) };
          if (orderField === undefined) return <Line key={line._line} {...common} />;
          const handle = {
            name: t('Move %{model} %{number}', { model: schema.verbose_name, number: place + 1 }),
            source: sourceOf(index),
            place,
            count: lines.length,
          };
          return (
            <Line key={line._line} {...common} orderField={orderField} handle={<LineHandle {...handle} helpId={help} onMove={move} />} />
          );
        })}
      </Box>
      {orderField !== undefined && <OrderHelp id={help} said={said} />}
      {schema.permissions.add && (
        <Button ref={addButton} size="small" startIcon={<AddIcon />} onClick={addLine} sx={{ mt: 1 }}>
          {t('Add %{model}', { model: schema.verbose_name })}
        </Button>
      )}
    </Panel>
  );
}

function PanelTitle({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <>
      {name}{' '}
      <Box component="span" sx={{ color: 'text.disabled', fontWeight: 400 }}>
        {count}
      </Box>
    </>
  );
}

interface LineProps extends InlineFormProps {
  /** The line in the form's own representation. */
  readonly line: Readonly<Record<string, unknown>>;
  /** Its index in the form. */
  readonly index: number;
  /** Its place among the lines. */
  readonly place: number;
  /** The field of the order, and what changes that. */
  readonly orderField?: string;
  readonly handle?: ReactNode;
  readonly onRemove: () => void;
}

function Line({ child, line, path, index, place, orderField, handle, onRemove }: LineProps) {
  const { schema } = child;
  const { permissions } = schema;
  const open = new Set(childInputs(child, useHasInput()));
  const fields = lineFields(child, open, orderField);
  const isNew = line['_pk'] === undefined;
  const values = fromForm(line) as RaRecord;
  const fixed = keyFieldsOf(schema);
  const states = useFieldStates(schema.fields, `${path}.${index}.`);
  useSuggestedValues(schema, `${path}.${index}.`);
  return (
    <RecordContextProvider value={values}>
      <Box
        component="fieldset"
        aria-label={t('%{model} %{number}', { model: capitalized(schema.verbose_name), number: place + 1 })}
        sx={handle === undefined ? frame : { ...frame, ...withHandle }}
      >
        {handle !== undefined && <Box sx={{ gridArea: 'move' }}>{handle}</Box>}
        <Box sx={{ ...grid, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: columnsOf(fields) } }}>
          <LineTrouble path={`${path}.${index}`} />
          {fields.map((field) => (
            <InlineField
              key={field.name}
              field={field}
              path={`${path}.${index}`}
              isOpen={open.has(field.name) && (isNew || (permissions.change && !fixed.has(field.name)))}
              isNew={isNew}
              state={states.of(field)}
            />
          ))}
        </Box>
        <Box sx={{ gridArea: 'remove', width: 32, flex: 'none' }}>
          {(isNew || permissions.delete) && (
            <IconButton
              size="small"
              aria-label={t('Remove %{model} %{number}', { model: schema.verbose_name, number: place + 1 })}
              onClick={onRemove}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      </Box>
    </RecordContextProvider>
  );
}

/** The fields of a line: those that are edited, and those that a list of the child shows. */
function lineFields({ inline, schema }: Children, open: Iterable<string>, orderField: string | undefined): readonly FieldSchema[] {
  const edited = new Set(open);
  // A key that nobody enters says nothing to who reads a line.
  const implied = new Set([inline.fk_field, orderField, schema.pk_field]);
  return schema.fields.filter(
    ({ name, write_only: isHidden }) => edited.has(name) || (!implied.has(name) && !isHidden && schema.list_display.includes(name)),
  );
}

/** The widths of the columns: a picker shows the label of a row, a number takes little. */
function columnsOf(fields: readonly FieldSchema[]): string {
  const share = (field: FieldSchema): number =>
    kindOf(field).isForeignKey === true ? 2.4 : kindOf(field).isWide ? 2 : kindOf(field).column.align === 'right' ? 0.8 : 1;
  return fields.map((field) => `minmax(0, ${share(field)}fr)`).join(' ');
}

/** The labels of all lines, once; on a narrow screen each input has its own. */
function LineHeads({ fields, isOrdered }: { readonly fields: readonly FieldSchema[]; readonly isOrdered: boolean }) {
  return (
    <Box aria-hidden sx={{ ...heads, gridTemplateColumns: `${isOrdered ? '32px ' : ''}${columnsOf(fields)} 32px` }}>
      {isOrdered && <span />}
      {fields.map((field) => (
        <Box key={field.name} title={field.help_text} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {field.required ? `${labelOf(field)} *` : labelOf(field)}
        </Box>
      ))}
    </Box>
  );
}

const heads = {
  display: { xs: 'none', md: 'grid' },
  gap: '0 8px',
  pb: '6px',
  fontSize: 12,
  fontWeight: 550,
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  borderBottom: 1,
  borderColor: 'divider',
} as const;

/** The error that concerns a line as a whole. */
function LineTrouble({ path }: { readonly path: string }) {
  const { errors } = useFormState();
  const message: unknown = get(errors, `root.${path}.message`);
  if (typeof message !== 'string') return null;
  return (
    <Alert severity="error" sx={{ gridColumn: '1 / -1' }}>
      {message}
    </Alert>
  );
}

/** The editable fields of a child: its parent is implied, its place among the lines is no number to enter, and a key can be set only once. */
export function childInputs(child: Children, hasInput: (field: FieldSchema) => boolean): readonly string[] {
  const excluded = new Set([child.inline.fk_field, orderFieldOf(child, hasInput), ...madeKeysOf(child.schema)]);
  return child.schema.fields.filter((field) => hasInput(field) && !excluded.has(field.name)).map(({ name }) => name);
}

interface InlineFieldProps {
  readonly field: FieldSchema;
  readonly path: string;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  readonly state: FieldState;
}

/** A field of a line; an empty cell in place of what is not shown. */
function InlineField({ field, path, isOpen, isNew, state }: InlineFieldProps) {
  const record = useRecordContext<ServedRecord>();
  if (state === 'hidden') return <span />;
  const source = `${path}.${formName(field.name)}`;
  if (isOpen && state === 'fixed') return <FixedField field={field} record={record} source={source} />;
  if (isOpen) return isNew ? <FieldInput field={field} source={source} /> : <MarkedInput field={field} source={source} />;
  return isNew ? <span /> : <ShownField field={field} />;
}

/** The number of children beyond those that the form shows. */
function More({ child: { inline, schema, rows, total } }: { readonly child: Children }) {
  const filter = encodeURIComponent(JSON.stringify({ [inline.fk_field]: rows[0]?.[inline.fk_field] as unknown }));
  return (
    <Alert severity="info" sx={{ my: 1 }}>
      {t('These are the first %{shown} of %{total}.', { shown: rows.length, total })}{' '}
      <MuiLink component={RouterLink} to={`/${schema.model}?filter=${filter}`}>
        {t('See all of them')}
      </MuiLink>
    </Alert>
  );
}
