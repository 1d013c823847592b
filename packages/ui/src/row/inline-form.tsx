import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import { useRef } from 'react';
import { get, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { type RaRecord, RecordContextProvider, useRecordContext } from 'react-admin';
import type { FieldState } from '../form/conditions.ts';
import { useFieldStates } from '../form/field-states.ts';
import { useSuggestedValues } from '../form/suggested-values.ts';
import { defaultsOf } from '../form/defaults.ts';
import { kindOf } from '../kinds/registry.ts';
import { formName, fromForm, toForm } from '../form/form-names.ts';
import { FieldInput, useHasInput } from '../form/field-input.tsx';
import { MarkedInput } from '../form/marked-input.tsx';
import { Panel } from '../layout/panel.tsx';
import { capitalized, labelOf } from '../schema/use-schema.ts';
import type { Children } from './children.ts';
import { FixedField } from './fixed-field.tsx';
import { keyFieldsOf } from './key-fields.ts';
import { ShownField } from './shown-field.tsx';
import { t } from '../texts/text.ts';

interface InlineFormProps {
  readonly child: Children;
  /** The path under which the form keeps the rows. */
  readonly path: string;
}

/** The rows of a child model, edited with their parent. */
export function InlineForm({ child, path }: InlineFormProps) {
  const { schema, total } = child;
  const { fields: lines, append, remove } = useFieldArray({ name: path, keyName: '_line' });
  // Each input of a new line gets an explicit empty value: otherwise the form takes the value of the line that had this position.
  const inputs = childInputs(child, useHasInput());
  const { clearErrors } = useFormContext();
  const addButton = useRef<HTMLButtonElement>(null);
  const name = capitalized(schema.verbose_name_plural);
  const removeLine = (index: number): void => {
    remove(index);
    // Otherwise a message about a removed line would be shown at the line that takes its position.
    clearErrors(`root.${path}`);
    addButton.current?.focus();
  };
  return (
    <Panel title={<PanelTitle name={name} count={lines.length} />} label={name}>
      {total > child.rows.length && <More child={child} />}
      {lines.length > 0 && <LineHeads fields={lineFields(child, inputs)} />}
      {lines.map((line, index) => (
        <Line key={line._line} child={child} line={line} path={path} index={index} onRemove={() => removeLine(index)} />
      ))}
      {schema.permissions.add && (
        <Button
          ref={addButton}
          size="small"
          startIcon={<AddIcon />}
          onClick={() => append(toForm({ ...Object.fromEntries(inputs.map((input) => [input, null])), ...defaultsOf(schema.fields) }))}
          sx={{ mt: 1 }}
        >
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
  readonly index: number;
  readonly onRemove: () => void;
}

function Line({ child, line, path, index, onRemove }: LineProps) {
  const { schema } = child;
  const { permissions } = schema;
  const open = new Set(childInputs(child, useHasInput()));
  const fields = lineFields(child, open);
  const isNew = line['_pk'] === undefined;
  const values = fromForm(line) as RaRecord;
  const fixed = keyFieldsOf(schema);
  const states = useFieldStates(schema.fields, `${path}.${index}.`);
  useSuggestedValues(schema, `${path}.${index}.`);
  return (
    <RecordContextProvider value={values}>
      <Box
        component="fieldset"
        aria-label={t('%{model} %{number}', { model: capitalized(schema.verbose_name), number: index + 1 })}
        sx={frame}
      >
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
        <Box sx={{ width: 32, flex: 'none' }}>
          {(isNew || permissions.delete) && (
            <IconButton
              size="small"
              aria-label={t('Remove %{model} %{number}', { model: schema.verbose_name, number: index + 1 })}
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
function lineFields({ inline, schema }: Children, open: Iterable<string>): readonly FieldSchema[] {
  const edited = new Set(open);
  return schema.fields.filter(
    ({ name, write_only: isHidden }) => edited.has(name) || (name !== inline.fk_field && !isHidden && schema.list_display.includes(name)),
  );
}

/** The widths of the columns: a picker shows the label of a row, a number takes little. */
function columnsOf(fields: readonly FieldSchema[]): string {
  const share = (field: FieldSchema): number =>
    kindOf(field).isForeignKey === true ? 2.4 : kindOf(field).isWide ? 2 : kindOf(field).column.align === 'right' ? 0.8 : 1;
  return fields.map((field) => `minmax(0, ${share(field)}fr)`).join(' ');
}

/** The labels of all lines, once; on a narrow screen each input has its own. */
function LineHeads({ fields }: { readonly fields: readonly FieldSchema[] }) {
  return (
    <Box aria-hidden sx={{ ...heads, gridTemplateColumns: `${columnsOf(fields)} 32px` }}>
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

const frame = {
  display: 'flex',
  gap: 1,
  alignItems: 'flex-start',
  m: 0,
  px: 0,
  py: 0.5,
  border: 0,
  borderBottom: 1,
  borderColor: 'divider',
  minWidth: 0,
} as const;

const grid = {
  display: 'grid',
  flex: 1,
  minWidth: 0,
  gap: '0 8px',
  alignItems: 'start',
  '& .MuiFormControl-root, & .MuiAutocomplete-root': { minWidth: 0 },
  '& .MuiFormControl-root': { my: { md: '2px' } },
  // The heads have the labels and their help; screen readers still read them at each input.
  '& .MuiInputLabel-root, & .RaLabeled-label, & .MuiFormControlLabel-label, & .MuiFormHelperText-root:not(.Mui-error)': {
    position: { md: 'absolute' },
    width: { md: '1px' },
    height: { md: '1px' },
    overflow: { md: 'hidden' },
    clipPath: { md: 'inset(50%)' },
    whiteSpace: { md: 'nowrap' },
  },
  // There is no line of a label to stand in: they are shown below the picker that is used.
  '& .picker-tools': { display: { md: 'none' } },
  '& :hover > .picker-tools, & :focus-within > .picker-tools': {
    display: { md: 'flex' },
    top: { md: 'calc(100% - 4px)' },
    bgcolor: { md: 'background.paper' },
    border: { md: 1 },
    borderColor: { md: 'divider' },
    borderRadius: '6px',
  },
} as const;

/** The editable fields of a child: its parent is implied, and a key can be set only once. */
export function childInputs({ inline, schema }: Children, hasInput: (field: FieldSchema) => boolean): readonly string[] {
  return schema.fields.filter((field) => hasInput(field) && field.name !== inline.fk_field).map(({ name }) => name);
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
