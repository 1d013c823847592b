import type { FieldSchema } from '@grimoire/protocol';
import type { ReactNode } from 'react';
import { AutocompleteInput, BooleanInput, DateInput, PasswordInput, ReferenceInput, SelectInput, TextInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { kindOf } from '../schema/kinds.ts';
import { labelOf, useModel, useModels } from '../schema/use-schema.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { formName } from './form-names.ts';
import { JsonInput } from './json-input.tsx';
import { ListInput } from './list-input.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { RelationsInput } from './relations-input.tsx';
import { useRequired } from './required.ts';

/** Whether there is an input for a field: it may be written, and of many-to-many fields the person may see what they point to. */
export function useHasInput(): (field: FieldSchema) => boolean {
  const models = useModels();
  return (field) =>
    field.editable &&
    (kindOf(field) !== 'relations' || models.some(({ model, permissions }) => model === field.related_model && permissions.view));
}

interface FieldInputProps {
  readonly field: FieldSchema;
  /** Where the form keeps its value; under the field's name by itself. */
  readonly source?: string;
}

interface InputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly validate: ReturnType<typeof useRequired>;
  readonly isRequired: boolean;
  readonly fullWidth: boolean;
}

/** The input of a field, by its kind. */
export function FieldInput({ field, source = formName(field.name) }: FieldInputProps): ReactNode {
  const kind = kindOf(field);
  const validate = useRequired(source, field.required && kind !== 'list' && kind !== 'relations');
  const common: InputProps = {
    source,
    label: labelOf(field),
    helperText: field.help_text ?? false,
    validate,
    isRequired: validate !== undefined,
    fullWidth: true,
  };
  switch (kind) {
    case 'choice':
      return <Choice field={field} common={common} />;
    case 'relation':
      return <Relation field={field} common={common} />;
    case 'relations':
      return field.related_model === 'auth.Permission' ? (
        <PermissionMatrix field={field} source={source} />
      ) : (
        <Relations field={field} common={common} />
      );
    case 'boolean':
      return field.null ? (
        <SelectInput {...common} choices={yesOrNo} parse={booleanOf} format={textOf} />
      ) : (
        <BooleanInput {...common} validate={undefined} />
      );
    case 'integer':
    case 'number':
      return <TextInput {...common} format={textOf} slotProps={{ htmlInput: { inputMode: kind === 'integer' ? 'numeric' : 'decimal' } }} />;
    case 'date':
      return <DateInput {...common} parse={(value: string) => value || null} />;
    case 'date-time':
      return <DateTimeInput {...common} />;
    case 'time':
      return <TextInput {...common} type="time" slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }} />;
    case 'json':
      return <JsonInput {...common} isNullable={field.null} />;
    case 'list':
      return <ListInput {...common} isNullable={field.null} />;
    default:
      return <Text field={field} common={common} />;
  }
}

interface KindProps {
  readonly field: FieldSchema;
  readonly common: InputProps;
}

/** What a yes or a no is picked from. */
export const yesOrNo = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
];

function booleanOf(text: string): boolean | null {
  return text === '' ? null : text === 'true';
}

/** Stands for no choice at all, where the empty text is one. */
const nothing = '\u0000';

function choiceOf(value: unknown): unknown {
  return value === nothing ? null : value;
}

function Choice({ field, common }: KindProps) {
  const choices = (field.choices ?? []).map(([id, name]) => ({ id, name }));
  // A choice may be the empty text; what is emptied is nothing.
  const hasEmpty = choices.some(({ id }) => id === '');
  if (hasEmpty)
    return (
      <SelectInput
        {...common}
        choices={choices}
        emptyValue={nothing}
        parse={choiceOf}
        format={(value: unknown) => value ?? nothing}
        validate={undefined}
      />
    );
  return choices.length > 12 ? (
    <AutocompleteInput {...common} choices={choices} />
  ) : (
    <SelectInput {...common} choices={choices} resettable={field.null} />
  );
}

/** A picker that asks the model for what one writes; without the right to look there, the key as it is. */
function Relation({ field, common }: KindProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view)
    return <TextInput {...common} format={textOf} helperText={common.helperText || `The key of the ${target?.verbose_name ?? 'row'}.`} />;
  return (
    <ReferenceInput source={common.source} reference={target.model} queryOptions={{ meta: { autocomplete: true } }} perPage={20}>
      <AutocompleteInput {...common} optionText="_label" filterToQuery={wordsOf} />
    </ReferenceInput>
  );
}

function Relations({ field, common: { source, label, helperText } }: KindProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view) return null;
  return <RelationsInput source={source} label={label} helperText={helperText} reference={target.model} />;
}

function wordsOf(q: string): { q: string } {
  return { q };
}

const inputTypes = { email: 'email', link: 'url' } as Readonly<Record<string, string>>;

function Text({ field, common }: KindProps) {
  const kind = kindOf(field);
  // An empty text is one, where a column has no null.
  const parse = field.null ? undefined : (text: string) => text;
  const limit = field.max_length === undefined ? {} : { maxLength: field.max_length };
  if (/password/i.test(field.name))
    return <PasswordInput {...common} parse={parse} slotProps={{ htmlInput: { ...limit, autoComplete: 'new-password' } }} />;
  if (kind === 'long-text')
    return <TextInput {...common} parse={parse} multiline minRows={2} maxRows={16} slotProps={{ htmlInput: limit }} />;
  return <TextInput {...common} parse={parse} type={inputTypes[kind] ?? 'text'} slotProps={{ htmlInput: limit }} />;
}
