import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Broken, reasonOf } from './broken.ts';

interface JsonInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly isNullable: boolean;
}

/** A JSON value as text, which must be valid before it can be saved. */
export function JsonInput({ source, label, helperText, isNullable }: JsonInputProps) {
  const { id, field, fieldState, formState } = useInput({ source, validate: reasonOf, parse: same, format: same });
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
  if (holdsTooLarge(value))
    return (
      <TextField
        label={label}
        value={textOf(value)}
        multiline
        maxRows={20}
        fullWidth
        disabled
        helperText="It holds numbers that are too large to be changed here exactly."
      />
    );
  const message = reasonOf(value) ?? (fieldState.isTouched || formState.isSubmitted ? fieldState.error?.message : undefined);
  return (
    <TextField
      id={id}
      name={source}
      inputRef={field.ref}
      label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={field.onBlur}
      multiline
      minRows={3}
      maxRows={20}
      fullWidth
      error={message !== undefined}
      helperText={message ?? (helperText || undefined)}
      slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: '0.85rem' } } }}
    />
  );
}

/** Whether it contains an integer that a browser has rounded already, or would round. */
function holdsTooLarge(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && !(value instanceof Broken) && Object.values(value).some(holdsTooLarge);
}

function same(value: unknown): unknown {
  return value;
}

function parse(text: string, isNullable: boolean): unknown {
  if (text.trim() === '') return isNullable ? null : new Broken('This field is required.');
  try {
    const value: unknown = JSON.parse(text);
    return holdsTooLarge(value) ? new Broken('It holds a number that is too large to be written here exactly.') : value;
  } catch (error) {
    return new Broken(`This is no JSON: ${(error as Error).message}`);
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}
