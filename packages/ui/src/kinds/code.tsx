import Typography from '@mui/material/Typography';
import { useInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { textOf } from '../cells/value-text.ts';
import { CodeField } from './code-field.tsx';
import type { FieldKind, KindCellProps, KindInputProps } from './field-kind.ts';
import { keptBreaks, shownBreaks } from './line-breaks.ts';
import { text } from './text.tsx';
import { valueOf } from './text-input.tsx';

function Cell(props: KindCellProps) {
  if (!props.isWhole) return <text.Cell {...props} />;
  return (
    <Typography
      component="pre"
      sx={{ m: 0, fontFamily: 'monospace', fontSize: '0.8rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {textOf(props.value)}
    </Typography>
  );
}

function Input({ field, common: { source, label, helperText, validate, isRequired } }: KindInputProps) {
  const { getValues } = useFormContext();
  const {
    field: input,
    fieldState,
    formState,
  } = useInput({
    source,
    ...(validate ? { validate } : {}),
    format: textOf,
    parse: (entered: string) => valueOf(field, keptBreaks(textOf(getValues(source)), entered)),
  });
  const isChecked = fieldState.isTouched || formState.isSubmitted;
  return (
    <CodeField
      label={label}
      language={field.widget?.kind === 'code' ? field.widget.language : 'text'}
      text={shownBreaks(textOf(input.value))}
      onChange={input.onChange}
      onBlur={input.onBlur}
      isRequired={isRequired}
      error={isChecked ? messageOf(fieldState.error?.message) : undefined}
      helperText={helperText}
    />
  );
}

/** What the form says is wrong; react-admin writes its own messages as JSON behind a mark. */
function messageOf(message: string | undefined): string | undefined {
  const mark = '@@react-admin@@';
  return message?.startsWith(mark) ? String(JSON.parse(message.slice(mark.length))) : message;
}

/** A text in a language of programs. */
export const code: FieldKind = { ...text, Cell, Input, isWide: true };
