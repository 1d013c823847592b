import type { FieldSchema } from '@grimoire/protocol';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { TextInput as OwnInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { textOf } from '../cells/value-text.ts';
import type { InputProps } from './field-kind.ts';
import { hasLineBreaks, keptBreaks, shownBreaks } from './line-breaks.ts';
import { useOnce } from './use-once.ts';

interface TextInputProps {
  readonly field: Pick<FieldSchema, 'null'>;
  readonly common: InputProps;
  /** Whether it has several lines for every text. */
  readonly isLong?: boolean;
  /** Which keys a touch screen offers. Inputs of HTML's own types would change spaces, line breaks and names of hosts. */
  readonly keys?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  readonly start?: ReactNode;
}

/** A text. It has several lines once its text has: what an input does not show is lost when another part of it is changed. */
export function TextInput({ field, common, isLong = false, keys, start }: TextInputProps) {
  const { source } = common;
  const { getValues, trigger } = useFormContext();
  const current: unknown = useWatch({ name: source });
  const hasLines = useOnce(isLong || hasLineBreaks(textOf(current)));
  return (
    <OwnInput
      {...common}
      {...(hasLines ? { multiline: true, minRows: 2, maxRows: 16 } : {})}
      format={(value: unknown) => shownBreaks(textOf(value))}
      parse={(entered: string) => valueOf(field, keptBreaks(textOf(getValues(source)), entered))}
      onBlur={() => textOf(current) !== '' && void trigger(source)}
      slotProps={{ htmlInput: keys === undefined ? {} : { inputMode: keys }, input: { startAdornment: start } }}
    />
  );
}

/** The value of a field whose input has this text. Where a column does not accept null, the empty text is a value. */
export function valueOf({ null: isNullable }: Pick<FieldSchema, 'null'>, text: string): string | null {
  return text === '' && isNullable ? null : text;
}
