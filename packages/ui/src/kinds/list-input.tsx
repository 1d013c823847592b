import { type ReactNode, useState } from 'react';
import { TextArrayInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
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
  return isJson ? <JsonInput {...props} isNullable={isNullable} /> : <TextArrayInput {...props} />;
}

function isPlain(value: unknown): boolean {
  if (!Array.isArray(value)) return value === null || value === undefined;
  return value.every((element) => element !== null && typeof element !== 'object');
}
