import { type ReactNode, useState } from 'react';
import { useInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Broken, reasonOf } from './broken.ts';
import { CodeField } from './code-field.tsx';
import { holdsTooLarge, roundedNumber } from './exact-json.ts';
import { t } from '../texts/text.ts';

interface JsonInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly isNullable: boolean;
}

/** A JSON value as text, which must be valid before it can be saved. Numbers that would be rounded can not be changed here. */
export function JsonInput({ source, label, helperText, isNullable }: JsonInputProps) {
  const { field, fieldState, formState } = useInput({ source, validate: reasonOf, parse: same, format: same });
  const { setValue } = useFormContext();
  const value: unknown = field.value;
  const [text, setText] = useState(() => textOf(value));
  const [written, setWritten] = useState(() => JSON.stringify(value));
  // The form got another row, or was reset: its value differs from the text of this input.
  if (!(value instanceof Broken) && JSON.stringify(value) !== written) {
    setWritten(JSON.stringify(value));
    setText(textOf(value));
  }
  const change = (next: string): void => {
    const parsed = parse(next, isNullable);
    setText(next);
    setWritten(JSON.stringify(parsed));
    // Not the input's own change handler, which treats an object with a `target` as an event.
    setValue(source, parsed, { shouldDirty: true, shouldTouch: true, shouldValidate: formState.isSubmitted });
  };
  const isFixed = !(value instanceof Broken) && holdsTooLarge(value);
  const message = reasonOf(value) ?? (fieldState.isTouched || formState.isSubmitted ? fieldState.error?.message : undefined);
  return (
    <CodeField
      label={label}
      language="json"
      text={text}
      onChange={change}
      onBlur={field.onBlur}
      isReadOnly={isFixed}
      error={message}
      helperText={isFixed ? t('It holds numbers that are too large to be changed here exactly.') : helperText}
    />
  );
}

function same(value: unknown): unknown {
  return value;
}

function parse(text: string, isNullable: boolean): unknown {
  if (text.trim() === '') return isNullable ? null : new Broken(t('This field is required.'));
  try {
    const value: unknown = JSON.parse(text);
    const rounded = roundedNumber(text);
    return rounded === undefined ? value : new Broken(t('%{rounded} is too long a number to be written here exactly.', { rounded }));
  } catch (error) {
    return new Broken(t('This is no JSON: %{message}', { message: (error as Error).message }));
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}
