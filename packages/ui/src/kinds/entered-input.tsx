import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Broken, reasonOf } from '../inputs/broken.ts';
import type { InputProps } from './field-kind.ts';

interface EnteredInputProps {
  readonly common: InputProps;
  /** How a value is written in the input. */
  readonly textOf: (value: unknown) => string;
  /** The value of what is entered; {@link Broken} where it is none. */
  readonly read: (text: string) => unknown;
  readonly htmlInput?: InputHTMLAttributes<HTMLInputElement>;
  /** What stands behind it, such as a currency. */
  readonly unit?: ReactNode;
}

interface Entered {
  readonly text: string;
  readonly value: unknown;
}

/**
 * A value that a person writes in another way than the service. What is entered stays as it is; what is entered as it was before is the value
 * that was served. Whether it is a value is said when the input is left.
 */
export function EnteredInput({ common, textOf, read, htmlInput, unit }: EnteredInputProps) {
  const { getValues, trigger } = useFormContext();
  const [initial] = useState<unknown>(() => getValues(common.source));
  const [entered, setEntered] = useState<Entered | null>(null);
  const parse = (text: string): unknown => {
    const value = text.trim() === '' ? null : text === textOf(initial) ? initial : read(text);
    setEntered({ text, value });
    return value;
  };
  const format = (value: unknown): string => {
    if (entered && entered.value === value) return entered.text;
    return value instanceof Broken ? '' : textOf(value);
  };
  return (
    <TextInput
      {...common}
      format={format}
      parse={parse}
      validate={common.validate ? [common.validate, reasonOf] : reasonOf}
      onBlur={() => entered && void trigger(common.source)}
      slotProps={{ ...(htmlInput ? { htmlInput } : {}), input: { endAdornment: unit } }}
    />
  );
}
