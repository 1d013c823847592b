import type { FieldSchema } from '@grimoire/protocol';
import type { ReactNode } from 'react';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  DateInput,
  PasswordInput,
  ReferenceArrayInput,
  ReferenceInput,
  required,
  SelectInput,
  TextArrayInput,
  TextInput,
} from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { kindOf } from '../schema/kinds.ts';
import { labelOf, useModel } from '../schema/use-schema.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { formName } from './form-names.ts';
import { JsonInput } from './json-input.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';

interface FieldInputProps {
  readonly field: FieldSchema;
  /** Where the form keeps its value; under the field's name by itself. */
  readonly source?: string;
}

interface InputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly validate: ReturnType<typeof required> | undefined;
  readonly fullWidth: boolean;
}

/** The input of a field, by its kind. */
export function FieldInput({ field, source = formName(field.name) }: FieldInputProps): ReactNode {
  const common: InputProps = {
    source,
    label: labelOf(field),
    helperText: field.help_text ?? false,
    validate: field.required ? required() : undefined,
    fullWidth: true,
  };
  switch (kindOf(field)) {
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
      return (
        <TextInput
          {...common}
          format={textOf}
          slotProps={{ htmlInput: { inputMode: kindOf(field) === 'integer' ? 'numeric' : 'decimal' } }}
        />
      );
    case 'date':
      return <DateInput {...common} parse={(value: string) => value || null} />;
    case 'date-time':
      return <DateTimeInput {...common} />;
    case 'time':
      return <TextInput {...common} type="time" slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }} />;
    case 'json':
      return <JsonInput {...common} isNullable={field.null} />;
    case 'list':
      return <TextArrayInput {...common} />;
    default:
      return <Text field={field} common={common} />;
  }
}

interface KindProps {
  readonly field: FieldSchema;
  readonly common: InputProps;
}

const yesOrNo = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
];

function booleanOf(text: string): boolean | null {
  return text === '' ? null : text === 'true';
}

function Choice({ field, common }: KindProps) {
  const choices = (field.choices ?? []).map(([id, name]) => ({ id, name }));
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

function Relations({ field, common }: KindProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view) return null;
  return (
    <ReferenceArrayInput source={common.source} reference={target.model} queryOptions={{ meta: { autocomplete: true } }} perPage={20}>
      <AutocompleteArrayInput {...common} optionText="_label" filterToQuery={wordsOf} />
    </ReferenceArrayInput>
  );
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
