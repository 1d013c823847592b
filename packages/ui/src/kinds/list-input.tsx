import { type ReactNode, useState } from 'react';
import { TextArrayInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { JsonInput } from './json-input.tsx';

interface ListInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly fullWidth: boolean;
  readonly isNullable: boolean;
}

/** A list of texts or numbers. A list that contains objects, arrays or nulls is edited as JSON. */
export function ListInput({ isNullable, ...props }: ListInputProps) {
  const { getValues } = useFormContext();
  const [isJson] = useState<boolean>(() => !isPlain(getValues(props.source)));
  return isJson ? <JsonInput {...props} isNullable={isNullable} /> : <Members {...props} />;
}

function isPlain(value: unknown): boolean {
  if (!Array.isArray(value)) return value === null || value === undefined;
  return value.every((element) => element !== null && typeof element !== 'object');
}

/** The form has what is typed as the last member from the first letter on: whatever saves or keeps the form, it is there. */
function Members(props: Omit<ListInputProps, 'isNullable'>) {
  const { source } = props;
  const { getValues, setValue, formState } = useFormContext();
  const { isSubmitted } = formState;
  const current = listOf(useWatch({ name: source }));
  const [first] = useState<unknown>(() => getValues(source));
  const [typed, setTyped] = useState('');
  // The form was reset, or got another row.
  if (isMember(typed) && current.at(-1) !== typed) setTyped('');
  const membersOf = (value: unknown): readonly unknown[] => (isMember(typed) ? listOf(value).slice(0, -1) : listOf(value));
  const set = (members: readonly unknown[], text: string): void => {
    const list = isMember(text) ? [...members, text] : members;
    setTyped(text);
    setValue(source, list.length === 0 && !Array.isArray(first) ? first : list, { shouldDirty: true, shouldValidate: isSubmitted });
  };
  return (
    <TextArrayInput
      {...props}
      format={membersOf}
      inputValue={typed}
      onInputChange={(_event, text) => set(membersOf(getValues(source)), text)}
      onChange={(_event, members, reason) => set(members as readonly unknown[], reason === 'removeOption' ? typed : '')}
    />
  );
}

function isMember(text: string): boolean {
  return text.trim() !== '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
