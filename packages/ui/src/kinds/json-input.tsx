import { exactJson } from '@grimoire/client';
import { type ReactNode, useState } from 'react';
import { useInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Broken, reasonOf } from '../inputs/broken.ts';
import { CodeField } from './code-field.tsx';
import { t } from '../texts/text.ts';

interface JsonInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly isNullable: boolean;
}

/** A JSON value as text, which must be valid before it can be saved. Its numbers stay as they are written. */
export function JsonInput({ source, label, helperText, isNullable }: JsonInputProps) {
  const { field, fieldState, formState } = useInput({ source, validate: reasonOf, parse: same, format: same });
  const { setValue } = useFormContext();
  const value: unknown = field.value;
  const [text, setText] = useState(() => textOf(value));
  const [written, setWritten] = useState(() => exactJson.stringify(value));
  // The form got another row, or was reset: its value differs from the text of this input.
  if (!(value instanceof Broken) && exactJson.stringify(value) !== written) {
    setWritten(exactJson.stringify(value));
    setText(textOf(value));
  }
  const change = (next: string): void => {
    const parsed = parse(next, isNullable);
    setText(next);
    setWritten(exactJson.stringify(parsed));
    // Not the input's own change handler, which treats an object with a `target` as an event.
    setValue(source, parsed, { shouldDirty: true, shouldTouch: true, shouldValidate: formState.isSubmitted });
  };
  const message = reasonOf(value) ?? (fieldState.isTouched || formState.isSubmitted ? fieldState.error?.message : undefined);
  return (
    <CodeField label={label} language="json" text={text} onChange={change} onBlur={field.onBlur} error={message} helperText={helperText} />
  );
}

function same(value: unknown): unknown {
  return value;
}

function parse(text: string, isNullable: boolean): unknown {
  if (text.trim() === '') return isNullable ? null : new Broken(t('This field is required.'));
  try {
    return exactJson.parse(text);
  } catch (error) {
    return new Broken(t('This is no JSON: %{message}', { message: (error as Error).message }));
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : exactJson.stringify(value, 2);
}
