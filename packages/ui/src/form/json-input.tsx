import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useInput } from 'react-admin';

interface JsonInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly isNullable: boolean;
}

/** A JSON value as text, which has to be one before it can be saved. */
export function JsonInput({ source, label, helperText, isNullable }: JsonInputProps) {
  const { id, field, fieldState, formState } = useInput({
    source,
    validate: (value: unknown) => (value instanceof Broken ? value.reason : undefined),
  });
  const [text, setText] = useState(() => textOf(field.value));
  const [of, setOf] = useState<unknown>(field.value);
  const value: unknown = field.value;
  // The form was given another row, or was reset.
  if (value !== of && !(value instanceof Broken)) {
    setOf(value);
    setText(textOf(value));
  }
  const change = (next: string): void => {
    setText(next);
    const parsed = parse(next, isNullable);
    setOf(parsed);
    field.onChange(parsed);
  };
  const wrong = value instanceof Broken ? value.reason : undefined;
  const message = wrong ?? (fieldState.isTouched || formState.isSubmitted ? fieldState.error?.message : undefined);
  return (
    <TextField
      id={id}
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

/** Text that is no JSON: it stands in the value's place, so that it can't be sent. */
class Broken {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

function parse(text: string, isNullable: boolean): unknown {
  if (text.trim() === '') return isNullable ? null : new Broken('This field is required.');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return new Broken(`This is no JSON: ${(error as Error).message}`);
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined || value === '' ? '' : JSON.stringify(value, null, 2);
}
