import type { ReactNode } from 'react';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Broken, reasonOf } from './broken.ts';
import { enteredNumber, inputText, ownStyle } from './entered-number.ts';
import type { InputProps } from './field-kind.ts';

interface NumberInputProps {
  readonly common: InputProps;
  readonly isWhole: boolean;
  /** What stands behind the number, such as its currency. */
  readonly unit?: ReactNode;
}

interface Entered {
  readonly text: string;
  readonly value: unknown;
}

/**
 * A number in the style of the person, sent as the service reads it. A number that is entered as it was before is the value that was served.
 * Whether it is clear is said when the input is left.
 */
export function NumberInput({ common, isWhole, unit }: NumberInputProps) {
  const { getValues, trigger } = useFormContext();
  const [style] = useState(() => ({ ...ownStyle(), isWhole }));
  const [initial] = useState<unknown>(() => getValues(common.source));
  const [entered, setEntered] = useState<Entered | null>(null);
  const read = (text: string): unknown => {
    const value = text.trim() === '' ? null : text === inputText(initial, style) ? initial : enteredNumber(text, style);
    setEntered({ text, value });
    return value;
  };
  return (
    <TextInput
      {...common}
      format={(value: unknown) =>
        entered && entered.value === value ? entered.text : value instanceof Broken ? '' : inputText(value, style)
      }
      parse={read}
      validate={common.validate ? [common.validate, reasonOf] : reasonOf}
      onBlur={() => entered && void trigger(common.source)}
      slotProps={{ htmlInput: { inputMode: isWhole ? 'numeric' : 'decimal' }, input: { endAdornment: unit } }}
    />
  );
}
